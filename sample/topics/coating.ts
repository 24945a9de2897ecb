import type { Topic } from './topic.ts';

export const coating: Topic = {
  title: 'Corrosion protection coatings',
  scope: [
    'This standard specifies metallic and organic coatings that protect steel parts against corrosion. It covers the choice of the coating system, the requirements on the finished surface and the tests by which they are shown.',
    'It applies to parts with a tensile strength of up to {1000|1200|1400} MPa. Stronger parts need the agreement of materials engineering before they are coated, because hydrogen taken up in pickling or plating can break them without warning.',
  ],
  references: [
    'ISO 9227, salt spray tests',
    'ISO 2409, cross-cut test',
    'ISO 1463, thickness by microscope',
    'ISO 4628-3, degree of rusting',
    'ISO 6270-2, condensation climates',
  ],
  terms: [
    'significant surface: the part of the surface that is essential for function or appearance, as marked on the drawing',
    'white corrosion: visible corrosion products of zinc or of its alloys',
    'base metal corrosion: visible corrosion products of the steel under the coating',
    'passivation: conversion of the surface of a zinc coating in a solution free of hexavalent chromium',
  ],
  chapters: [
    {
      title: 'Coating systems',
      clauses: [
        {
          title: 'Designation',
          text: [
            'On drawings the coating is given by the number of this standard, the code from [systems] and, where it departs from the code, the thickness in micrometres. No trade name is written on a drawing.',
          ],
        },
        {
          title: 'Choice of the system',
          key: 'systems',
          text: [
            'The system is chosen by the place of the part and the life expected of it. [table] gives the systems that are released. A system not listed is used only after a release test of {three|five} production batches.',
            'Parts that touch aluminium or magnesium are coated with {ZN2 or ZF1|ZN2 only|ZF1 only}, so that contact corrosion stays below the limit given in [spray].',
          ],
          table: {
            caption: 'Released coating systems',
            head: 'Code;Coating;Thickness in µm;White corrosion after h;Base metal corrosion after h',
            rows: [
              'ZN1;Zinc, thick-film passivated;{8|10} to {15|18};{96|120};{240|288}',
              'ZN2;Zinc-nickel (12 to 16 % Ni), passivated and sealed;{8|10} to {14|16};{168|240};{720|840}',
              'ZF1;Zinc flake, two layers with topcoat;{8|10} to {12|14};–;{720|960}',
              'ED1;Cathodic dip coat on zinc phosphate;{15|18} to {25|30};–;{480|600}',
              'PC1;Polyester powder on zinc phosphate;{60|70} to {100|120};–;{480|720}',
            ],
          },
        },
        {
          title: 'Areas without coating',
          text: [
            'Threads, fits and earthing points are kept free where the drawing says so. Masking leaves no residue that can be seen without magnification. A transition zone of {1.5|2|3} mm belongs to neither area.',
          ],
        },
      ],
    },
    {
      title: 'Requirements',
      clauses: [
        {
          title: 'Appearance',
          key: 'appearance',
          text: [
            'The coating is even, without blisters, cracks, bare spots or burnt edges. Slight differences in colour and contact marks of racks outside the significant surface are allowed.',
            'White bloom that can be wiped off with a dry cloth is no fault on parts that were stored for more than {four|six} weeks.',
          ],
        },
        {
          title: 'Thickness',
          key: 'thickness',
          text: [
            'Thickness is measured at {three|five} points on the significant surface by the magnetic method, and in doubt on a microsection. Each single value lies within the range of [systems].',
            'In recesses deeper than their width only the presence of the coating is required. On external threads up to M{6|8} the thickness is limited by the gauge, not by this standard.',
          ],
        },
        {
          title: 'Adhesion',
          text: [
            'Organic coatings reach cross-cut value {0|1} as delivered and {1|2} after {120|240} h in condensation climate. Metallic coatings do not flake when the part is heated to {180|220} °C for 30 min and quenched in water at room temperature.',
          ],
        },
        {
          title: 'Relief of hydrogen embrittlement',
          key: 'bake',
          text: [
            'Parts of more than {320|340|360} HV are baked within {two|four} hours after plating and before passivation, at {200|210} °C ± 10 °C for at least {8|12|24} h. The furnace chart is kept with the batch record.',
            '! Zinc flake does not charge the part with hydrogen, but acid pickling before it does.',
          ],
        },
      ],
    },
    {
      title: 'Tests',
      clauses: [
        {
          title: 'Salt spray test',
          key: 'spray',
          text: [
            'The neutral salt spray test is run in a chamber as shown in [figure] on at least {six|ten} parts that were aged for {24|48} h at room temperature. Parts are placed so that the significant surface leans {15|20}° from the vertical.',
            '- The chamber holds 35 °C ± 2 °C.',
            '- The collected solution is {1.0|1.2} to {2.0|1.8} ml per hour on 80 cm².',
            '- Parts are looked at every {24|48} h, without rinsing.',
            'The time until the first white corrosion and the time until the first base metal corrosion are recorded apart.',
          ],
          figure: { draw: 'chamber', caption: 'Salt spray chamber' },
        },
        {
          title: 'Cyclic corrosion test',
          text: [
            'Body parts also pass {10|12|15} cycles of the alternating test of [table] without base metal corrosion on the surface and with a creep of at most {2|2.5|3} mm from the scribe.',
          ],
          table: {
            caption: 'One cycle of the alternating test (one week)',
            head: 'Step;Climate;Hours;Repeats',
            rows: [
              '1;Salt spray, 35 °C;{4|6};{1|2}',
              '2;Drying, {50|60} °C, below 30 % r.h.;{18|20};{1|2}',
              '3;Condensation, 40 °C, 100 % r.h.;{8|16};{4|5}',
              '4;Room climate, 23 °C, 50 % r.h.;{16|24};{3|4}',
              '5;Cold, {–15|–20|–25} °C;{4|8};1',
            ],
          },
        },
        {
          title: 'Testing in production',
          text: [
            'Each batch is tested for appearance and thickness. Corrosion tests follow once {a month|a quarter} for every line and system. A failed test stops delivery back to the last test that passed.',
          ],
        },
      ],
    },
  ],
};
