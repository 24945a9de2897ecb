import type { Topic } from './topic.ts';

export const surface: Topic = {
  title: 'Surface texture',
  scope: [
    'This standard states how the texture of machined surfaces is called for on drawings, how it is measured and which values machining processes reach as a rule. It applies to metal parts; cast skins and coated surfaces only where the drawing says so.',
  ],
  references: [
    'ISO 21920-1, surface texture on drawings',
    'ISO 21920-2, terms and parameters',
    'ISO 25178-2, areal texture',
    'ISO 3274, contact instruments',
  ],
  terms: [
    'evaluation length: the length over which a parameter is worked out, as a rule five section lengths',
    'lay: the direction of the pattern that machining leaves',
    'twist: a helical pattern on ground seal seats that carries oil along the shaft',
  ],
  chapters: [
    {
      title: 'Parameters',
      clauses: [
        {
          title: 'Ra and Rz',
          key: 'parameters',
          text: [
            'Ra describes the mean, Rz the height that a seal or a film has to bridge; see [figure]. Where function hangs on single peaks, Rz is called for, never Ra alone.',
            'A value without further signs is an upper limit, to which the 16 % rule {applies|does not apply: every value must be kept}.',
          ],
          figure: { draw: 'roughness', caption: 'Profile with mean line' },
        },
        {
          title: 'Material ratio',
          text: [
            'On running surfaces the reduced peak height is at most {0.2|0.25|0.3} µm and the oil volume at least {0.02|0.03} mm³/cm². Values are given with the filter and the section length.',
          ],
        },
        {
          title: 'Preferred values',
          key: 'values',
          text: ['Only the values of [table] are written on new drawings.'],
          table: {
            caption: 'Preferred values and processes',
            head: 'Rz in µm;Ra in µm, for comparison;Process;Typical use',
            rows: [
              '1;{0.1|0.12};Superfinishing, lapping;Rolling contact, seal lips',
              '{2.5|3};{0.3|0.4};Grinding, honing;Bearing seats',
              '6.3;{0.8|1.0};Fine turning, reaming;Static seals, fits',
              '16;{2.5|2.8};Turning, milling;Faces in contact',
              '40;{6.3|7};Roughing;Free surfaces',
              '100;{16|20};Sawing, cutting;Stock to be machined',
            ],
          },
        },
      ],
    },
    {
      title: 'Measuring',
      clauses: [
        {
          title: 'Instrument',
          text: [
            'Stylus instruments have a tip of {2|5} µm radius and a force below {0.75|1} mN. They are checked on a roughness standard before each {shift|series} and calibrated every {12|24} months.',
          ],
        },
        {
          title: 'Place and direction',
          key: 'place',
          text: [
            'Measurement is taken across the lay, at the place with the greatest values that can be seen, on at least {three|five} traces. Scratches and pores are left out, but they are reported where they cross a sealing line.',
          ],
          table: {
            caption: 'Section length by expected roughness',
            head: 'Rz expected in µm;Section length in mm;Evaluation length in mm',
            rows: [
              '0.1 to 0.5;0.25;1.25',
              '0.5 to {10|12};0.8;4',
              '{10|12} to 50;2.5;12.5',
              'more than 50;8;40',
            ],
          },
        },
        {
          title: 'Twist on seal seats',
          text: [
            'Seal seats are ground in plunge without feed. The thread method shows no movement of the line within {5|10} min in both directions; in doubt, areal measurement over {36|72} traces decides. Dimensions follow [figure].',
          ],
          figure: { draw: 'shaft', caption: 'Shaft with seal seat and bearing seats' },
        },
      ],
    },
    {
      title: 'Capability',
      clauses: [
        {
          title: 'Release of a process',
          text: [
            'Before series production, {25|50} parts in a row are measured at the place of [place]. The capability index is at least {1.33|1.67}, worked out for a distribution that is bounded below.',
          ],
        },
        {
          title: 'Supervision',
          text: [
            'In series {one|two} of every {100|200|500} parts is measured. Tool life is set so that the value stays below {75|80} % of the limit of [values] at the end of it.',
          ],
        },
      ],
    },
  ],
};
