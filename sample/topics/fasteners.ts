import type { Topic } from './topic.ts';

export const fasteners: Topic = {
  title: 'Threaded fasteners',
  scope: [
    'This standard specifies bolts, screws, studs and nuts with metric thread from M{3|4|5} to M{24|30|36} in property classes 8.8 to {10.9|12.9}. It adds to the product standards what the assembly line needs: friction, head marking, cleanliness and traceability.',
    'Fasteners for high temperature and fasteners of stainless steel are ordered by a part drawing of their own.',
  ],
  references: [
    'ISO 898-1, bolts, screws and studs',
    'ISO 898-2, nuts',
    'ISO 16047, torque and clamp force testing',
    'ISO 4042, electroplated coatings on fasteners',
    'ISO 6157-1, surface discontinuities',
  ],
  terms: [
    'friction window: the range in which the total coefficient of friction lies for 99.7 % of a batch',
    'manufacturing lot: fasteners of one melt, one heat treatment and one coating charge',
    'paint scraper: groove at the end of a thread that clears paint from the mating thread',
  ],
  chapters: [
    {
      title: 'Design',
      clauses: [
        {
          title: 'Preferred sizes',
          key: 'sizes',
          text: [
            'New designs use the sizes of [table]. A length between two steps is not released for a new part: the clamped length is changed instead.',
          ],
          table: {
            caption: 'Preferred sizes and proof loads, class 10.9',
            head: 'Thread;Stress area in mm²;Proof load in kN;Width across flats in mm;Lengths in mm',
            rows: [
              'M6;20.1;16.7;{8|10};12 to {50|60}',
              'M8;36.6;30.4;{10|13};16 to {70|80}',
              'M10;58.0;48.1;{13|15|16};20 to {90|100}',
              'M12;84.3;70.0;{16|18};25 to {110|120}',
              'M14;115;95.5;{18|21};30 to {120|140}',
              'M16;157;130;{21|24};35 to {140|160}',
            ],
          },
        },
        {
          title: 'Head and drive',
          text: [
            'Flange heads with internal or external hexalobular drive are preferred. The bearing surface is plane within {0.05|0.08} mm and at right angles to the thread within {0.5|1}°.',
          ],
        },
        {
          title: 'Thread and point',
          text: [
            'Threads have tolerance 6g before and 6h after coating. Screws that are run down by machine have a dog point of {0.6|0.7} times the thread diameter. Dimensions are given as in [figure].',
          ],
          figure: { draw: 'shaft', caption: 'Dimensions given on the part drawing' },
        },
      ],
    },
    {
      title: 'Material and surface',
      clauses: [
        {
          title: 'Material',
          key: 'material',
          text: [
            'Steels are fully killed and of fine grain. For class 10.9 and above, boron steels have at least {0.6|0.7} % manganese. The content of the melt lies within [table].',
          ],
          table: {
            caption: 'Composition of the melt in % by mass',
            head: 'Element;Class 8.8;Class 10.9;Class 12.9',
            rows: [
              'C;0.15 to 0.40;0.20 to {0.45|0.48};0.28 to 0.50',
              'P max.;{0.020|0.025};{0.020|0.025};{0.015|0.020}',
              'S max.;{0.020|0.025};{0.020|0.025};{0.010|0.015}',
              'B max.;0.003;0.003;0.003',
              'Mn;{0.50|0.60} min.;{0.60|0.70} min.;{0.60|0.70} min.',
            ],
          },
        },
        {
          title: 'Coating',
          text: [
            'Fasteners are coated with zinc flake and a lubricating topcoat unless the drawing names another system. Class 12.9 is never electroplated.',
          ],
        },
        {
          title: 'Friction',
          key: 'friction',
          text: [
            'The total coefficient of friction lies between {0.09|0.10} and {0.14|0.15} at {20|25} turns per minute, on the first and on the {third|fifth} tightening. The values of head and thread are reported apart.',
            'Twelve pieces of each lot are tested on the reference washer. The mean plus and minus three standard deviations lies within the window.',
          ],
        },
      ],
    },
    {
      title: 'Inspection and delivery',
      clauses: [
        {
          title: 'Mechanical tests',
          key: 'mechanical',
          text: [
            'From every lot {five|eight} fasteners are tested in tension with a wedge of {4|6|10}°. They break in the thread or shank, never under the head. Decarburisation is measured on {two|three} of them.',
          ],
          figure: { draw: 'stress-strain', caption: 'Tensile test of a whole screw' },
        },
        {
          title: 'Sorting',
          text: [
            'Fasteners for automatic feeding are sorted by machine for length, head, drive and thread. Foreign parts: at most {10|20|50} in one million.',
          ],
        },
        {
          title: 'Marking and trace',
          text: [
            'The head bears the maker’s mark and the property class. The label of every box gives the lot, so that the results of [mechanical] and [friction] are found within {24|48} hours for {10|15} years.',
          ],
        },
      ],
    },
  ],
};
