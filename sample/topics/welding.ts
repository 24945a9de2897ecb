import type { Topic } from './topic.ts';

export const welding: Topic = {
  title: 'Fusion welding of steel structures',
  scope: [
    'This standard applies to arc welding of steel structures with walls of {2|3} to {40|50|60} mm. It states how welds are drawn, who may weld, how a procedure is qualified and which imperfections are allowed.',
    'Spot, stud and laser welding are outside it.',
  ],
  references: [
    'ISO 2553, symbols on drawings',
    'ISO 5817, quality levels',
    'ISO 9606-1, testing of welders',
    'ISO 15614-1, procedure tests',
    'ISO 3834-2, quality requirements',
  ],
  terms: [
    'throat thickness a: height of the largest isosceles triangle within the section of a fillet weld',
    'heat input: energy brought in per length of weld',
    'interpass temperature: temperature beside the weld before the next run',
    'performance class: class of a weld by stress and by what follows from its failure',
  ],
  chapters: [
    {
      title: 'Design',
      clauses: [
        {
          title: 'Symbols',
          key: 'symbols',
          text: [
            'Welds are shown by symbols on the reference line, as in [figure]. The throat thickness a stands before the symbol and the length behind it. Leg length z is not used on new drawings.',
          ],
          figure: { draw: 'weld-symbols', caption: 'Joints and their symbols' },
        },
        {
          title: 'Performance classes',
          key: 'classes',
          text: [
            'Every weld has a performance class. It rules the quality level and the share of welds tested, as given in [table]. A weld without a class on the drawing is in class {WP 3|WP C}.',
          ],
          table: {
            caption: 'Performance classes',
            head: 'Class;Stress and consequence;Quality level;Visual in %;Volume in %;Surface in %',
            rows: [
              'WP 1;High, danger to people;B;100;{50|100};100',
              'WP 2;High, no danger to people;{B|C};100;{10|20};{20|50}',
              'WP 3;Medium;C;100;{0|5};{5|10}',
              'WP 4;Low;D;{50|100};0;0',
            ],
          },
        },
        {
          title: 'Access and shape',
          text: [
            'Each weld can be reached with torch and eye. Two butt welds keep {50|60} mm or {four|five} times the wall from one another. Fillets run around the end of a stiffener and do not stop at a corner.',
          ],
        },
      ],
    },
    {
      title: 'Qualification',
      clauses: [
        {
          title: 'Procedures',
          key: 'wps',
          text: [
            'A welding procedure specification exists for every weld of class [classes] and is qualified by a procedure test. It gives the values of [table] as ranges.',
          ],
          table: {
            caption: 'Process window, solid wire under M21, plate {8|10} mm',
            head: 'Run;Current in A;Voltage in V;Speed in mm/min;Heat input in kJ/mm',
            rows: [
              'Root;{130 to 150|140 to 160};{18 to 20|19 to 21};{260|280};{0.5 to 0.7|0.6 to 0.8}',
              'Fill;{220 to 250|230 to 260};{25 to 27|26 to 28};{340|360};{0.9 to 1.2|1.0 to 1.3}',
              'Cap;{210 to 240|220 to 250};{24 to 26|25 to 27};{360|380};{0.8 to 1.1|0.9 to 1.2}',
            ],
          },
        },
        {
          title: 'Welders',
          text: [
            'Welders hold a valid test for the process, position and wall. It is confirmed every six months by the supervisor and renewed every {two|three} years by a test of a production weld.',
          ],
        },
        {
          title: 'Supervision',
          text: [
            'A responsible welding coordinator is named for each site. The coordinator releases procedures, repairs and deviations, and is present on {one|two} shifts.',
          ],
        },
      ],
    },
    {
      title: 'Work and inspection',
      clauses: [
        {
          title: 'Preparation',
          text: [
            'Edges and {20|25|30} mm beside them are free of paint, rust, oil and zinc. Tack welds are at least {25|40} mm long and are ground out or melted again. Below {+5|+10} °C the parts are warmed by hand-held burner to {50|80} °C.',
          ],
        },
        {
          title: 'Preheating',
          key: 'preheat',
          text: [
            'Plates thicker than {20|25} mm and steels with a carbon equivalent above {0.42|0.45} are preheated to {100|120|150} °C. Interpass temperature does not exceed {200|220|250} °C and is measured within {50|75} mm of the seam.',
          ],
        },
        {
          title: 'Imperfections',
          text: [
            'Limits follow the quality level. In addition, for classes WP 1 and WP 2:',
            '- undercut is at most {0.3|0.5} mm and has no sharp root,',
            '- no end crater is left open,',
            '- spatter is removed within {20|50} mm of a machined face,',
            '- the transition angle is at least {110|120|130}°.',
          ],
        },
        {
          title: 'Volume testing',
          text: [
            'Ultrasonic testing follows [figure] for walls above {8|10} mm, radiography below. It is done no sooner than {16|24|48} h after welding, so that cold cracks have formed.',
          ],
          figure: { draw: 'probe', caption: 'Angle probe on a butt weld' },
        },
        {
          title: 'Repair',
          text: [
            'The same place is repaired {once|twice} at most. Repairs are welded to the same procedure as in [wps] with the preheat of [preheat] raised by {25|50} K, and are tested over their whole length and {50|100} mm beyond.',
          ],
        },
      ],
    },
  ],
};
