import type { Topic } from './topic.ts';

export const electrostatic: Topic = {
  title: 'Protection against electrostatic discharge',
  scope: [
    'This standard applies wherever parts are handled that a discharge of {100|200} V by a person, or of {50|100|200} V by a charged device, can harm: goods-in, assembly, test, repair and packing.',
  ],
  references: [
    'IEC 61340-5-1, general requirements',
    'IEC 61340-2-3, resistance of materials',
    'IEC 61340-4-3, footwear',
    'IEC 61340-4-5, footwear and flooring with a person',
  ],
  terms: [
    'protected area: area in which parts may be handled without packaging',
    'common earth: point to which all dissipative items of a place are joined',
    'dissipative: with a surface resistance of 10 kΩ to 100 GΩ',
  ],
  chapters: [
    {
      title: 'Protected area',
      clauses: [
        {
          title: 'Boundaries',
          text: [
            'The area is marked by a yellow line and signs at each entrance. At the entrance stands a tester for shoes and straps that opens the gate only when both pass. Visitors wear {two heel straps|shoes and coat}.',
          ],
        },
        {
          title: 'Workplace',
          key: 'workplace',
          text: [
            'Workplaces are set up as in [figure]. Mat, strap and tools are joined to the common earth by lines of their own; they are not looped from one to the next.',
          ],
          figure: { draw: 'bench', caption: 'Protected workplace' },
        },
        {
          title: 'Limits',
          key: 'limits',
          text: [
            'Values of [table] are kept at {12|20|30} to 60 % relative humidity. Below it, sensitive work stops or ionisers are switched on.',
          ],
          table: {
            caption: 'Limits of resistance and charge',
            head: 'Item;Resistance;Charge in V;Checked every',
            rows: [
              'Worktop to earth;750 kΩ to 1 GΩ;–;{3|6} months',
              'Floor to earth;max. 1 GΩ;–;{6|12} months',
              'Wrist strap on a person;750 kΩ to 35 MΩ;–;day',
              'Person on floor in shoes;max. 1 GΩ;{50|100};{month|quarter}',
              'Ioniser;–;± {25|35} offset;{1|3} months',
              'Trolley and shelf;max. 1 GΩ;–;{6|12} months',
            ],
          },
        },
        {
          title: 'Insulators',
          text: [
            'Insulators that are not needed are taken out of the area. Those that are needed keep {30|50} cm from sensitive parts when charged above {1000|2000} V, and {2.5|5} cm when above {125|250} V.',
          ],
        },
      ],
    },
    {
      title: 'Machines',
      clauses: [
        {
          title: 'Grippers and guides',
          text: [
            'What touches contacts is dissipative and earthed. Devices are set down at {10 kΩ|100 kΩ} to 1 GΩ, so that a charged device gives up its charge slowly.',
          ],
        },
        {
          title: 'Charge on moving parts',
          key: 'machines',
          text: [
            'The field above a conveyor is at most {5|10} kV/m. Each machine is measured at release and after any change; the points are marked in the layout. Ionisers discharge 1000 V to 100 V within {5|10|20} s.',
          ],
        },
      ],
    },
    {
      title: 'Packaging',
      clauses: [
        {
          title: 'Materials',
          text: [
            'Outside the area sensitive parts travel in shielding packaging whose wall lets through at most {20|50} nJ. Inside the area dissipative packaging is enough. Pink film ages and is used for {six|twelve} months.',
          ],
        },
        {
          title: 'Marking',
          text: [
            'Packaging and label bear the sign for sensitive parts. A bag is opened only at a workplace according to [workplace].',
          ],
        },
      ],
    },
    {
      title: 'Organisation',
      clauses: [
        {
          title: 'Coordinator and training',
          text: [
            'Each site names a coordinator. Everyone who enters the area is trained before and every {12|24} months, for at least {45|60|90} min, with a demonstration of a discharge nobody feels.',
          ],
        },
        {
          title: 'Audit',
          text: [
            'The coordinator audits every {three|six} months against [limits] and [machines]. Faults that can harm parts close the workplace; the parts made since the last good check are listed.',
          ],
        },
      ],
    },
  ],
};
