import type { Topic } from './topic.ts';

export const cleanliness: Topic = {
  title: 'Technical cleanliness',
  scope: [
    'This standard limits particles and films on parts that carry {oil, fuel or coolant|fluid, air or current|hydraulic fluid or breathing gas}. It sets out cleanliness classes, the test by which they are shown and what is done in production so that they are kept.',
    'It is no measure of function by itself: the limit is chosen by the designer from what the system can swallow.',
  ],
  references: [
    'ISO 16232, cleanliness of components',
    'ISO 14644-1, cleanrooms',
    'ISO 4406, contamination of fluids',
    'ISO 8573-1, compressed air',
  ],
  terms: [
    'controlled surface: all surfaces wetted by the medium, or those marked on the drawing',
    'blank value: what the test finds when no part is in it',
    'fibre: particle longer than ten times its width',
    'decay test: repeated extraction from one part, to find the time that removes enough',
  ],
  chapters: [
    {
      title: 'Requirements',
      clauses: [
        {
          title: 'Classes',
          key: 'classes',
          text: [
            'The class is written on the drawing beside the controlled surface. [table] gives the number of particles allowed on {1000 cm²|one part}. Metallic particles above the largest size are not allowed in any number.',
          ],
          table: {
            caption: 'Particles allowed, by size in µm',
            head: 'Class;100 to 200;200 to 400;400 to 600;600 to 1000;Residue in mg',
            rows: [
              'C1;{80|100};{12|16};{0|1};0;{0.5|0.8}',
              'C2;{240|300};{40|48};{4|6};0;{1.5|2}',
              'C3;{700|800};{120|150};{16|20};{1|2};{4|5}',
              'C4;{2000|2400};{400|480};{60|80};{8|12};{12|15}',
              'C5;not limited;{1200|1500};{240|300};{40|60};{30|40}',
            ],
          },
        },
        {
          title: 'Films',
          text: [
            'Surface tension after washing is at least {36|38|40} mN/m where the part is bonded or coated later. Elsewhere a corrosion inhibitor of at most {0.3|0.5} g/m² may stay on the part.',
          ],
        },
        {
          title: 'Burrs',
          text: [
            'Burrs that can come off count as particles. Cross bores are deburred until a brass wire of {0.5|0.8} mm finds nothing that moves.',
          ],
        },
      ],
    },
    {
      title: 'Test',
      clauses: [
        {
          title: 'Extraction',
          key: 'extraction',
          text: [
            'Parts are rinsed in a cabinet as shown in [figure], with {cold cleaner|water and surfactant} filtered to {5|1} µm. Flow is {1.0|1.5} l/min from a nozzle of {2.5|3} mm, for the time that the decay test gave.',
            'The blank value stays below {10|15} % of the limit of [classes]. If it does not, the cabinet is cleaned and the test begins anew.',
          ],
          figure: { draw: 'filtration', caption: 'Extraction by rinsing' },
        },
        {
          title: 'Filtration',
          text: [
            'The liquid is drawn through a membrane of {5|8|10} µm. For classes with a mass limit the membrane is dried to constant mass at {80|100} °C and weighed to {0.1|0.01} mg.',
          ],
        },
        {
          title: 'Evaluation',
          text: [
            'Membranes are scanned at {2.5|3.5|5} µm a pixel under crossed and parallel light. Occupancy is at most {1.5|2} %. Length is the longest straight line within the particle; fibres are counted apart.',
          ],
        },
      ],
    },
    {
      title: 'Production',
      clauses: [
        {
          title: 'Washing',
          text: [
            'The last washing bath is filtered to {10|25|50} µm and its residue is weighed each {shift|day}. Nozzles are aimed at bores, and racks hold parts so that they drain.',
          ],
        },
        {
          title: 'After washing',
          key: 'after',
          text: [
            'Between washing and packing no part is machined, blown off or laid on wood, card or cloth. Boxes are washed every {10|20} turns. Caps for ports are of one colour and are counted.',
          ],
          table: {
            caption: 'Cleanliness of the surroundings',
            head: 'Zone;Overpressure in Pa;Clothing;Particle trap, count a week',
            rows: [
              'Clean room;{10|15};Suit, hood, shoes;{20|30}',
              'Clean zone;{0|5};Coat, hair net;{80|100}',
              'Assembly;none;Coat;{300|400}',
              'Warehouse;none;none;not limited',
            ],
          },
        },
        {
          title: 'Frequency of tests',
          text: [
            'New parts are tested {weekly|each batch} until {ten|fifteen} results in a row pass, then every {four|eight} weeks. A result above {80|90} % of the limit brings back the first frequency.',
          ],
        },
      ],
    },
  ],
};
