import type { Topic } from './topic.ts';

export const packaging: Topic = {
  title: 'Packaging and labelling',
  scope: [
    'This standard lays down how suppliers pack, label and announce series parts. Its aim is a box that goes from the truck to the line without being opened, and a label that can be read by people and machines at every step.',
    'Spare parts and samples are packed by their own instructions.',
  ],
  references: [
    'ISO 15394, bar code labels for shipping',
    'ISO/IEC 15416, print quality of bar codes',
    'ISO 780, graphical symbols for handling',
    'ISPM 15, wood packaging',
  ],
  terms: [
    'load unit: pallet with its boxes, lid and straps',
    'pack sheet: agreed drawing of the filled box with count, weight and orientation',
    'returnable: packaging that goes back to the supplier and is counted in the account',
  ],
  chapters: [
    {
      title: 'Packaging',
      clauses: [
        {
          title: 'Boxes',
          key: 'boxes',
          text: [
            'Boxes of [table] are used. The gross weight of a box that is lifted by hand is at most {12|15} kg. Free space in a box is filled; parts do not move when it is tilted by 45°.',
          ],
          table: {
            caption: 'Returnable boxes',
            head: 'Code;Outside in mm;Inside height in mm;Net weight max. in kg;Boxes in a layer',
            rows: [
              'B1;300 × 200 × 147;{115|129};{8|10};{16|20}',
              'B2;400 × 300 × 147;{109|115};{10|12};{8|10}',
              'B3;400 × 300 × 280;{242|248};{10|12};{8|10}',
              'B4;600 × 400 × 147;{109|115};{12|15};{4|5}',
              'B5;600 × 400 × 280;{242|248};{12|15};{4|5}',
            ],
          },
        },
        {
          title: 'Corrosion protection in transit',
          text: [
            'Machined steel parts are packed in film with vapour inhibitor, closed within {30|60} min after oiling. Protection lasts {6|9|12} months in a roofed warehouse. Cut film is thrown away, not folded back.',
          ],
        },
        {
          title: 'Load units',
          text: [
            'A load unit is at most {1000|1050} mm high and weighs at most {600|750|1000} kg. Boxes of one part number stand on one pallet. A mixed pallet carries a label MIXED on two sides.',
          ],
        },
        {
          title: 'Sensitive parts',
          text: [
            'Electronic parts go in shielding bags with a moisture card. Seals lie flat. Ground faces do not touch one another: trays hold them on surfaces that are not functional.',
          ],
        },
      ],
    },
    {
      title: 'Labels',
      clauses: [
        {
          title: 'Layout',
          key: 'layout',
          text: [
            'The label is {210 × 74|148 × 105} mm and laid out as in [figure]. The part number is at least {10|13} mm high. Each box bears one label on a short side, each load unit two on sides that meet.',
          ],
          figure: { draw: 'label', caption: 'Layout of the label' },
        },
        {
          title: 'Fields',
          key: 'fields',
          text: ['Fields and their data identifiers are given in [table].'],
          table: {
            caption: 'Fields of the label',
            head: 'Field;Identifier;Characters;Bar code',
            rows: [
              'Part number;P;{12|15|18};yes',
              'Quantity;Q;{6|8};yes',
              'Supplier;V;{8|9};yes',
              'Serial number of the package;{S|1J};{9|12};yes',
              'Batch;{H|1T};{10|16};{yes|2D only}',
              'Revision of the drawing;2P;{2|4};2D only',
            ],
          },
        },
        {
          title: 'Print quality',
          text: [
            'Bar codes reach grade {B|C} or better after transport. They are printed across the ribbon and not edited by hand. Paper bears {–20|–30} °C and oil mist.',
          ],
        },
      ],
    },
    {
      title: 'Delivery',
      clauses: [
        {
          title: 'Announcement',
          text: [
            'The despatch advice arrives before the truck, at the latest {15|30|60} min after it left. It holds the serial number of every package of [fields].',
          ],
        },
        {
          title: 'Complaints',
          text: [
            'A delivery that departs from [boxes] or [layout] is repacked at the supplier’s cost after {one call|two calls}. The supplier answers within {two|five} working days with cause and cure.',
          ],
        },
        {
          title: 'Transport test',
          key: 'transport',
          text: [
            'New packaging passes a drop from {500|800} mm on one corner, three edges and six faces, and {one hour|three hours} of vibration at {1.0|1.15} times gravity. Parts are within the drawing afterwards and are cleaner than their class.',
          ],
        },
      ],
    },
  ],
};
