import type { Topic } from './topic.ts';

export const nonDestructiveTesting: Topic = {
  title: 'Non-destructive testing',
  scope: [
    'This standard applies to the testing of forgings, castings and welds by ultrasound, magnetic particles and penetrant. It states who tests, how sensitivity is set and which indications are accepted.',
    'Radiography of castings follows the purchase order.',
  ],
  references: [
    'ISO 9712, qualification of personnel',
    'ISO 16810, ultrasonic testing',
    'ISO 9934-1, magnetic particle testing',
    'ISO 3452-1, penetrant testing',
    'ISO 11666, acceptance levels for welds',
  ],
  terms: [
    'indication: what the method shows, before it is judged',
    'registration level: size from which an indication is written down',
    'reference block: block of like material with flaws of known size',
    'dead zone: depth below the surface in which nothing can be found',
  ],
  chapters: [
    {
      title: 'General',
      clauses: [
        {
          title: 'Personnel',
          key: 'personnel',
          text: [
            'Tests are done by level {1|2} and judged by level 2. Procedures are approved by level 3. Vision is tested every {12|24} months.',
          ],
        },
        {
          title: 'Time of testing',
          text: [
            'Parts are tested in the state in which faults can be found best: forgings after heat treatment and before holes are drilled, ground parts after grinding. Coated parts are tested before coating.',
          ],
        },
        {
          title: 'Surface',
          text: [
            'For ultrasound Ra is at most {3.2|6.3} µm, for penetrant {6.3|12.5} µm. Blasted surfaces are etched before penetrant testing, because blasting closes cracks.',
          ],
        },
      ],
    },
    {
      title: 'Ultrasonic testing',
      clauses: [
        {
          title: 'Equipment',
          text: [
            'Probes of {2|4} MHz are used for walls above {60|80} mm and of {4|5} MHz below. Linearity is checked every {week|month}. [figure] shows the set-up.',
          ],
          figure: { draw: 'probe', caption: 'Probe, reflector and screen' },
        },
        {
          title: 'Sensitivity',
          key: 'sensitivity',
          text: [
            'Sensitivity is set on flat-bottomed holes of {2|3} mm and is checked every {two|four} hours. If it fell by more than {2|3} dB, all parts since the last check are tested again.',
            'A transfer correction of up to {6|8} dB allows for the surface. Above it the surface is worked over.',
          ],
        },
        {
          title: 'Acceptance',
          key: 'acceptance',
          text: [
            'Acceptance classes are given in [table]. Indications of one line that are closer than {10|15} mm count as one.',
          ],
          table: {
            caption: 'Acceptance of single indications (flat-bottomed hole, mm)',
            head: 'Class;Registration;Single;Extended;Share of area in %',
            rows: [
              'U1;{1.0|1.2};{2.0|2.5};none;{0|1}',
              'U2;{2.0|2.5};{3.0|3.5};{2.0|2.5};{2|3}',
              'U3;{3.0|3.5};{5.0|6.0};{3.0|3.5};{5|6}',
              'U4;{5.0|6.0};{8.0|9.0};{5.0|6.0};{8|10}',
            ],
          },
        },
      ],
    },
    {
      title: 'Surface methods',
      clauses: [
        {
          title: 'Magnetic particles',
          key: 'magnetic',
          text: [
            'Field strength at the surface is {2|2.5} to {6|5} kA/m in two directions at right angles. Fluorescent ink is checked on a comparison block each shift. Parts are demagnetised to {400|500} A/m or less.',
          ],
          table: {
            caption: 'Linear indications allowed, length in mm',
            head: 'Class;Machined;Unmachined;Fillets and threads',
            rows: [
              'M1;none;{1.0|1.5};none',
              'M2;{1.0|1.5};{2.0|3.0};none',
              'M3;{2.0|3.0};{4.0|6.0};{1.0|1.5}',
            ],
          },
        },
        {
          title: 'Penetrant',
          text: [
            'Dwell time is at least {10|15|20} min between {10|15} and {40|50} °C. Excess is wiped, never sprayed off with solvent. Indications are read {10|15} and {20|30} min after development.',
          ],
        },
        {
          title: 'Removal of indications',
          text: [
            'Linear indications are ground out with a slope of {1 : 5|1 : 10} when the wall stays within its tolerance. The place is tested again by the same method and the depth is reported. See [personnel] for who judges.',
          ],
        },
      ],
    },
    {
      title: 'Report',
      clauses: [
        {
          title: 'Content',
          text: [
            'The report names the part, the melt, the procedure, the instrument with its number, the sensitivity of [sensitivity], every indication above registration level, the verdict, the date and the tester. It is kept for {10|15|20} years.',
          ],
        },
        {
          title: 'Parts refused',
          text: [
            'Refused parts are marked in red and kept apart. Use under concession is asked for in writing, with a drawing of the indication in three views; [acceptance] is quoted with the value exceeded.',
          ],
        },
      ],
    },
  ],
};
