import type { Topic } from './topic.ts';

export const adhesives: Topic = {
  title: 'Structural adhesive bonding',
  scope: [
    'This standard applies to bonded joints that carry load or seal, made with epoxy, polyurethane or acrylic adhesive on {metal, glass and composite|metal and composite|metal and plastic}. A bond cannot be fully tested afterwards: the process is what is released.',
  ],
  references: [
    'ISO 4587, lap-shear strength',
    'ISO 10365, failure patterns',
    'ISO 21368, guidelines for bonding',
    'ISO 9142, ageing of bonded joints',
  ],
  terms: [
    'cohesive failure: failure within the adhesive, both faces stay covered',
    'open time: time from application to joining',
    'handling strength: strength at which the part can be moved without support',
  ],
  chapters: [
    {
      title: 'Joints',
      clauses: [
        {
          title: 'Classes of safety',
          key: 'classes',
          text: [
            'Joints are in class {S1 to S4|B1 to B4} by what follows from failure. In the two highest classes the person who supervises holds a certificate as bonding engineer or specialist.',
          ],
        },
        {
          title: 'Shape',
          text: [
            'Joints are loaded in shear or pressure, never in peel. Overlap is at least {12|15|20} mm, the layer {0.2|0.3} to {0.5|1.0} mm for epoxy and {2|3} to {4|5} mm for polyurethane. Beads hold the distance.',
          ],
        },
        {
          title: 'Strength',
          key: 'strength',
          text: [
            'Lap-shear strength is that of [table], with at least {90|95} % cohesive failure. Curves are reported as in [figure].',
          ],
          table: {
            caption: 'Lap-shear strength in MPa',
            head: 'Adhesive;As cured;After humidity, {500|1000} h;At {80|90} °C;At –40 °C',
            rows: [
              'Epoxy, heat cured;{20|22|25};{16|18};{14|16};{22|24}',
              'Epoxy, two components;{16|18};{12|14};{6|8};{18|20}',
              'Acrylic;{14|16};{10|12};{5|6};{16|18}',
              'Polyurethane;{3|4};{2.5|3};{1.5|2};{5|6}',
            ],
          },
          figure: {
            draw: 'stress-strain',
            caption: 'Curve of a lap-shear test',
            tensile: { yieldMpa: 15, strengthMpa: 24, elongationPercent: 6 },
          },
        },
      ],
    },
    {
      title: 'Process',
      clauses: [
        {
          title: 'Surface treatment',
          text: [
            'Surfaces are cleaned with the agent of the procedure, then activated by {plasma|primer|blasting}. Surface energy is at least {44|48|52} mN/m. Treated faces are bonded within {2|4|8} h and not touched.',
          ],
        },
        {
          title: 'Application',
          key: 'application',
          text: [
            'Temperature of the room is 18 to {26|28} °C, humidity {30|40} to {65|70} %. The bead is watched by camera; gaps over {2|3} mm stop the line. Open time is at most {10|15|20} min and is counted by the station.',
          ],
        },
        {
          title: 'Curing',
          text: [
            'Heat-cured epoxy follows [figure], measured on the coldest place of the joint. Parts are not moved before handling strength of {0.3|0.5|1} MPa is reached.',
          ],
          figure: { draw: 'temperature-cycle', caption: 'Heating, holding and cooling' },
        },
      ],
    },
    {
      title: 'Supervision',
      clauses: [
        {
          title: 'Test pieces',
          text: [
            'Each shift {three|five} lap-shear pieces run with the parts through all steps. Values below [strength] close the shift’s parts until the cause is known.',
          ],
          table: {
            caption: 'Tests in series',
            head: 'Test;Frequency;Limit',
            rows: [
              'Mixing ratio by weight;{shift|4 h};± {3|5} %',
              'Bead weight;{hour|2 h};± {8|10} %',
              'Glass transition temperature;batch;{85|95|110} °C min.',
              'Wedge test;{week|month};{5|8} mm max.',
              'Teardown;{500|1000} parts;{95|98} % covered',
            ],
          },
        },
        {
          title: 'Repair',
          text: [
            'Bonds of the two highest classes of [classes] are not repaired. Others are cut open, ground to {0.2|0.5} mm of old adhesive and bonded to [application].',
          ],
        },
      ],
    },
  ],
};
