import type { Topic } from './topic.ts';

export const heatTreatment: Topic = {
  title: 'Heat treatment of steel parts',
  scope: [
    'This standard applies to case hardening, quenching and tempering, nitriding and induction hardening of steel parts. It lays down what a drawing states, what the hardening shop controls and how the result is tested.',
    'It does not apply to tools and to parts of sintered steel.',
  ],
  references: [
    'ISO 6507-1, Vickers hardness test',
    'ISO 6508-1, Rockwell hardness test',
    'ISO 18203, thickness of surface-hardened layers',
    'ISO 643, grain size',
    'ISO 15787, heat-treated parts on drawings',
  ],
  terms: [
    'case hardening depth (CHD): distance from the surface to the point where the hardness is 550 HV1',
    'nitriding hardness depth (NHD): distance from the surface to the point 50 HV above core hardness',
    'charge: parts that pass through the furnace together under the same conditions',
    'reference part: part or coupon of the same melt that is cut up instead of a delivered part',
  ],
  chapters: [
    {
      title: 'Furnaces and media',
      clauses: [
        {
          title: 'Temperature uniformity',
          key: 'uniformity',
          text: [
            'The useful space of every furnace is surveyed with at least {nine|five} thermocouples each {three|six} months. The values of [table] hold from the end of soaking to quenching. A furnace outside its class is not used until a new survey has passed.',
          ],
          table: {
            caption: 'Furnace classes',
            head: 'Class;Uniformity in K;Used for;Survey every',
            rows: [
              'F1;± {3|4};Ageing, tempering of springs;month',
              'F2;± {5|6};Tempering, nitriding;{2|3} months',
              'F3;± {8|10};Case hardening, austenitising;{3|6} months',
              'F4;± {14|15};Stress relief, annealing;{6|12} months',
            ],
          },
        },
        {
          title: 'Quenching oil',
          text: [
            'The cooling curve of the oil is taken every {three|six} months. The greatest cooling rate departs by no more than {8|10|12} % from that of new oil. Water content stays below {0.05|0.1} %.',
            'The oil is stirred so that parts in the middle and at the edge of a charge differ by no more than {2|3} HRC.',
          ],
        },
        {
          title: 'Atmosphere',
          text: [
            'Carbon potential is controlled by oxygen probe and checked by steel foil once {a shift|a day}. The difference between both is at most {0.03|0.05} % C.',
          ],
        },
      ],
    },
    {
      title: 'Processes',
      clauses: [
        {
          title: 'Case hardening',
          key: 'case',
          text: [
            'Parts are carburised, quenched from hardening temperature and tempered within {two|four} hours, as in [figure]. Surface carbon is {0.65|0.70} to {0.85|0.80} %. Retained austenite in the case does not exceed {20|25|30} %.',
            'Surface oxidation is at most {10|12|15} µm deep on unground surfaces. It is not removed by shot peening alone.',
          ],
          figure: { draw: 'temperature-cycle', caption: 'Course of case hardening' },
        },
        {
          title: 'Quenching and tempering',
          text: [
            'The structure over the whole section is tempered martensite with at most {5|10} % of other products in the zone that the drawing marks. Tempering temperature is at least {540|560|580} °C unless the drawing gives another value.',
            'Parts are not tempered twice to lower the hardness without a new release.',
          ],
          table: {
            caption: 'Strength classes of quenched and tempered parts',
            head: 'Class;Tensile strength in MPa;Yield strength in MPa;Elongation in %;Impact energy in J',
            rows: [
              'QT 8;{800|820} to {950|980};{600|620};{14|15};{45|50}',
              'QT 9;{900|920} to {1050|1080};{700|720};{12|13};{40|45}',
              'QT 10;{1000|1020} to {1180|1200};{850|880};{11|12};{35|40}',
              'QT 12;{1200|1220} to {1380|1400};{1000|1050};{9|10};{25|30}',
            ],
          },
        },
        {
          title: 'Nitriding',
          text: [
            'The compound layer is {8|10} to {20|25} µm thick; its porous part is no thicker than {a third|half} of it. Parts are quenched and tempered before, at a temperature at least {30|40} K above that of nitriding.',
          ],
        },
        {
          title: 'Induction hardening',
          text: [
            'The run-out of the hardened zone keeps {3|4|5} mm from fillets and holes unless the drawing shows the fillet hardened. Energy, feed and flow of the quenchant are recorded for every part.',
          ],
        },
      ],
    },
    {
      title: 'Testing',
      clauses: [
        {
          title: 'Hardness',
          key: 'hardness',
          text: [
            'Hardness is measured on ground surfaces; no more than {0.05|0.1} mm is removed. From each charge {three|five} parts are tested, one of them from the place that [uniformity] shows to be coldest.',
          ],
        },
        {
          title: 'Hardening depth',
          text: [
            'Depth is measured on a section at right angles to the surface, with at least {six|eight} indentations. For case-hardened parts the limit hardness is that of [case]; core hardness lies between {300|320} and {420|450} HV30.',
          ],
        },
        {
          title: 'Mechanical properties',
          text: [
            'Tensile test pieces are taken from reference parts of the same melt and wall thickness. [figure] names the values that are reported.',
          ],
          figure: { draw: 'stress-strain', caption: 'Values read from the tensile test' },
        },
        {
          title: 'Cracks',
          text: [
            'Parts hardened on the surface are tested for cracks by magnetic particles: safety parts all of them, others {2|5|10} % of every charge. Ground parts are tested after grinding and after etching for burn.',
          ],
        },
      ],
    },
  ],
};
