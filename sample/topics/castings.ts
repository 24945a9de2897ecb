import type { Topic } from './topic.ts';

export const castings: Topic = {
  title: 'Aluminium pressure die castings',
  scope: [
    'This standard applies to parts of aluminium alloy made by pressure die casting, with walls of {1.5|2} to {8|10} mm. It covers alloys, porosity, tightness, surface and release of tools.',
  ],
  references: [
    'ISO 8062-3, tolerances of castings',
    'ISO 10049, porosity of castings',
    'ISO 6506-1, Brinell hardness test',
    'ISO 3522, aluminium casting alloys',
  ],
  terms: [
    'cold shut: seam where two fronts of metal met without fusing',
    'vacuum-assisted: with a pressure of less than 80 mbar in the die at the moment of the shot',
    'heat: content of one holding furnace between two analyses',
  ],
  chapters: [
    {
      title: 'Alloy',
      clauses: [
        {
          title: 'Composition',
          key: 'alloy',
          text: [
            'Alloys follow [table]. Return material is at most {40|50|60} % of the charge. Iron above {0.9|1.0} % makes the part brittle and is no remedy for sticking.',
          ],
          table: {
            caption: 'Composition in % by mass',
            head: 'Element;D-226;D-239;D-365',
            rows: [
              'Si;8.0 to 11.0;9.0 to 11.0;{9.5|10.0} to 11.5',
              'Cu;2.0 to {3.5|4.0};max. {0.05|0.10};max. 0.03',
              'Fe;max. {1.0|1.3};max. {0.9|1.0};max. {0.15|0.20}',
              'Mg;{0.05|0.15} to 0.55;{0.20|0.25} to 0.50;0.10 to {0.50|0.60}',
              'Mn;max. 0.55;max. 0.55;{0.40|0.50} to 0.80',
              'Zn;max. {1.0|1.2};max. {0.10|0.15};max. 0.07',
            ],
          },
        },
        {
          title: 'Strength',
          text: [
            'Test pieces are cut from the part at places shown on the drawing. Values are read as in [figure]; pieces cast apart are not accepted.',
          ],
          figure: {
            draw: 'stress-strain',
            caption: 'Tensile test of a cut piece',
            tensile: { yieldMpa: 150, strengthMpa: 265, elongationPercent: 5 },
          },
        },
      ],
    },
    {
      title: 'Soundness',
      clauses: [
        {
          title: 'Porosity',
          key: 'porosity',
          text: [
            'Classes of [table] hold for the zones on the drawing. Pores closer to one another than the diameter of the smaller count as one. Zones without a class may have pores of up to {2|3} mm that do not reach a machined face.',
          ],
          table: {
            caption: 'Porosity classes',
            head: 'Class;Share in %;Largest pore in mm;Distance to machined face in mm;Method',
            rows: [
              'P1;{1|2};{0.3|0.4};{1.0|1.5};section and CT',
              'P2;{3|4};{0.6|0.8};{0.8|1.0};section',
              'P3;{5|6};{1.0|1.2};{0.5|0.8};X-ray',
              'P4;{10|12};{2.0|2.5};none;X-ray',
            ],
          },
        },
        {
          title: 'Tightness',
          key: 'tightness',
          text: [
            'Parts for coolant leak at most {2|3|5} cm³/min at {1.5|2} bar, parts for oil {5|8|10} cm³/min at {0.5|1} bar. All parts are tested, dry and at room temperature, after machining.',
          ],
        },
        {
          title: 'Impregnation',
          text: [
            'Parts that fail [tightness] are impregnated {once|twice} and marked. More than {3|5} % of a day’s parts in impregnation is a fault of the process, not a remedy.',
          ],
        },
      ],
    },
    {
      title: 'Shape and surface',
      clauses: [
        {
          title: 'Draft and marks',
          text: [
            'Draft is {0.5|1}° outside and {1|1.5}° inside. Ejector marks lie within {±0.3|±0.2} mm of the surface and never on sealing faces. The parting line is ground to {0.3|0.5} mm.',
          ],
        },
        {
          title: 'Seal grooves',
          text: [
            'Cast grooves follow [figure]. Sealing faces as cast have no cold shut and no burn of the die; [porosity] asks for class P1 there.',
          ],
          figure: { draw: 'groove', caption: 'Groove as cast' },
        },
        {
          title: 'Release of tools',
          text: [
            'A tool is released on {50|100|200} parts in a row from each cavity, with the alloy of [alloy]. It is released anew after {80 000|100 000|120 000} shots, after a weld on the contour and after a move.',
          ],
        },
      ],
    },
  ],
};
