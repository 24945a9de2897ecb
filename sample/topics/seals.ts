import type { Topic } from './topic.ts';

export const seals: Topic = {
  title: 'Elastomer seals',
  scope: [
    'This standard specifies compounds for static and slowly moving seals and the grooves that hold them. It covers O-rings, profile rings and moulded gaskets in contact with {oil, coolant and air|fuel, oil and water|hydraulic fluid and air} between {–40|–45|–55} °C and {150|180|200} °C.',
  ],
  references: [
    'ISO 3601-1, dimensions of O-rings',
    'ISO 815-1, compression set',
    'ISO 1817, effect of liquids',
    'ISO 48-2, hardness',
    'ISO 37, tensile stress-strain properties',
  ],
  terms: [
    'compound: recipe of rubber, fillers and curing system, fixed by its code',
    'compression: reduction of the cross-section in the groove, as a share of the cross-section',
    'compression set: share of the compression that does not return when the load is taken off',
  ],
  chapters: [
    {
      title: 'Compounds',
      clauses: [
        {
          title: 'Released compounds',
          key: 'compounds',
          text: [
            'Only compounds of [table] are used in new designs. A change of recipe, of a raw material’s source or of the place of mixing is a new compound and needs a new release.',
          ],
          table: {
            caption: 'Released compounds',
            head: 'Code;Rubber;Hardness in IRHD;Temperature in °C;Medium',
            rows: [
              'N70;NBR;{70 ± 5|72 ± 4};–30 to {100|110};Oil, grease',
              'H75;HNBR;{75 ± 5|76 ± 4};–30 to {140|150};Oil, coolant',
              'E70;EPDM, peroxide cured;{70 ± 5|68 ± 4};–50 to {140|150};Coolant, brake fluid',
              'F75;FKM;{75 ± 5|78 ± 4};–20 to {200|220};Fuel, hot oil',
              'V60;VMQ;{60 ± 5|58 ± 4};–55 to {200|210};Air, no pressure',
            ],
          },
        },
        {
          title: 'Properties as delivered',
          key: 'properties',
          text: [
            'Tensile strength is at least {10|12|14} MPa and elongation at break at least {150|180|250} %. Values are read as in [figure] on pieces cut from a sheet of the same batch.',
          ],
          figure: {
            draw: 'stress-strain',
            caption: 'Tensile test of the compound',
            tensile: { yieldMpa: 4, strengthMpa: 14, elongationPercent: 260 },
          },
        },
        {
          title: 'Ageing and media',
          text: [
            'After {168|336|504} h in the medium at the highest temperature, hardness has changed by no more than {8|10} IRHD and volume by {–2|–3} to {+12|+15} %. Compression set after {70|168} h is at most {25|30|35} %.',
          ],
        },
      ],
    },
    {
      title: 'Grooves',
      clauses: [
        {
          title: 'Dimensions',
          key: 'groove',
          text: [
            'Grooves follow [figure] and [table]. The volume of the ring fills no more than {80|85} % of the groove at the greatest ring and the smallest groove.',
          ],
          figure: { draw: 'groove', caption: 'Groove for a static seal' },
          table: {
            caption: 'Groove dimensions in mm',
            head: 'Cord d;Depth t;Width b;Radius r;Compression in %',
            rows: [
              '1.78;{1.30|1.35} ± 0.03;2.4 + 0.2;0.3;{22|24|27}',
              '2.62;{2.00|2.05} ± 0.04;3.6 + 0.2;0.3;{20|22|24}',
              '3.53;{2.75|2.80} ± 0.05;4.8 + 0.2;0.5;{19|21|22}',
              '5.33;{4.30|4.35} ± 0.06;7.1 + 0.2;0.7;{17|18|19}',
              '6.99;{5.75|5.80} ± 0.07;9.5 + 0.2;0.7;{16|17}',
            ],
          },
        },
        {
          title: 'Surface',
          text: [
            'The sealing faces have Rz at most {6.3|10} µm when static and Ra at most {0.2|0.4} µm when moving. Marks across the sealing line are not allowed, whatever their depth.',
          ],
        },
        {
          title: 'Assembly',
          text: [
            'Edges over which the ring slides have a chamfer of {15|20}° and at least {2|2.5|3} mm length. The ring is stretched by no more than {5|6} % when in place. Only the grease named in the work instruction is used; EPDM swells in mineral grease.',
          ],
        },
      ],
    },
    {
      title: 'Inspection',
      clauses: [
        {
          title: 'Surface faults',
          text: [
            'Flash on the sealing line is at most {0.08|0.10|0.12} mm high and {0.10|0.15} mm wide. Flow lines, inclusions and mould marks follow grade {S|N} of the surface standard.',
          ],
        },
        {
          title: 'Batch tests',
          key: 'batch',
          text: [
            'Hardness, density and the tensile values of [properties] are tested on every batch; compression set once {a week|a month}. Density departs from that of the release by at most {0.02|0.03} g/cm³.',
          ],
        },
        {
          title: 'Storage',
          text: [
            'Seals are stored in closed bags, below 25 °C, away from light and from ozone. From the cure date they are delivered within {four|six|eight} quarters and used within {five|seven|ten} years.',
          ],
        },
      ],
    },
  ],
};
