import type { Topic } from './topic.ts';

export const drawingRules: Topic = {
  title: 'Technical drawings',
  scope: [
    'This standard states how parts and assemblies are shown, dimensioned and toleranced in drawings and models. A supplier can make and measure a part from its drawing alone; what is not on it is not agreed.',
  ],
  references: [
    'ISO 128-1, general principles of presentation',
    'ISO 129-1, dimensions and tolerances',
    'ISO 1101, geometrical tolerancing',
    'ISO 5459, datums and datum systems',
    'ISO 7200, data fields in title blocks',
  ],
  terms: [
    'special characteristic: feature whose variation affects safety, law or function and that is marked on the drawing',
    'theoretically exact dimension: value in a frame, whose tolerance is given by a geometrical tolerance',
    'master: of model and drawing, the one that rules when both differ',
  ],
  chapters: [
    {
      title: 'Sheets',
      clauses: [
        {
          title: 'Sizes and zones',
          key: 'sheets',
          text: [
            'Sheets are A{4|3} to A0 in landscape, A4 in portrait. Zones are {50|100} mm long and named by letters from top to bottom and by numbers from left to right. Changes are named by zone.',
          ],
          table: {
            caption: 'Lines and lettering',
            head: 'Sheet;Wide line in mm;Narrow line in mm;Lettering in mm;Zones',
            rows: [
              'A0;{0.7|1.0};{0.35|0.5};{3.5|5};24 × 16',
              'A1;{0.7|1.0};{0.35|0.5};{3.5|5};16 × 12',
              'A2;{0.5|0.7};{0.25|0.35};{2.5|3.5};12 × 8',
              'A3;{0.5|0.7};{0.25|0.35};2.5;8 × 6',
              'A4;0.5;0.25;2.5;4 × 6',
            ],
          },
        },
        {
          title: 'Title block',
          key: 'title-block',
          text: [
            'The title block stands at the lower right. It holds number, revision, title, material, mass, scale, general tolerance and release. The mass is given to {three|four} figures and comes from the model.',
          ],
        },
        {
          title: 'Languages',
          text: [
            'Notes are in English and in {one|not more than one} other language. A note that can be given by a symbol is not written.',
          ],
        },
      ],
    },
    {
      title: 'Dimensions and tolerances',
      clauses: [
        {
          title: 'Placing of dimensions',
          text: [
            'Each dimension stands once, in the view that shows the feature best, as in [figure]. Chains are not closed. Dimensions for a process are in brackets or on a sheet of their own.',
          ],
          figure: { draw: 'shaft', caption: 'Dimensioned shaft' },
        },
        {
          title: 'General tolerances',
          key: 'general',
          text: [
            'Dimensions without a tolerance follow [table]. The general tolerance is no target: a feature that matters has its own.',
          ],
          table: {
            caption: 'General tolerances in mm',
            head: 'Nominal size;Fine;Medium;Coarse',
            rows: [
              '0.5 to 3;± 0.05;± 0.1;± {0.15|0.2}',
              '3 to 6;± 0.05;± 0.1;± {0.2|0.3}',
              '6 to 30;± 0.1;± 0.2;± {0.4|0.5}',
              '30 to 120;± 0.15;± 0.3;± {0.7|0.8}',
              '120 to 400;± 0.2;± 0.5;± {1.0|1.2}',
              '400 to 1000;± {0.3|0.35};± 0.8;± {1.8|2}',
            ],
          },
        },
        {
          title: 'Datums',
          text: [
            'Datums are features on which the part is mounted. A datum system fixes {all six|six} degrees of freedom. Datum targets are used for cast and moulded parts, {three, two and one|six} in number.',
          ],
        },
        {
          title: 'Special characteristics',
          key: 'special',
          text: [
            'Special characteristics are marked {S|D} for safety, {F|W} for function and {L|Z} for law. Their capability is at least {1.33|1.67} and their records are kept for {15|20} years.',
          ],
        },
        {
          title: 'Surface texture',
          text: [
            'Texture is called for at the surface or on a reference line. The value without a symbol at the title block holds for all other surfaces. Parameters are read as in [figure].',
          ],
          figure: { draw: 'roughness', caption: 'What the symbol asks for' },
        },
      ],
    },
    {
      title: 'Release and change',
      clauses: [
        {
          title: 'Revision',
          text: [
            'A change that touches fit, form or function raises the revision. The old state stays in the history with its zone, as [sheets] names it. A supplier makes parts to a new revision only after the order names it.',
          ],
        },
        {
          title: 'Model and drawing',
          text: [
            'The {model|drawing} is the master unless the title block of [title-block] says otherwise. Exchange files are checked for closed volumes and for a deviation below {0.005|0.01} mm.',
          ],
        },
      ],
    },
  ],
};
