import type { Topic } from './topic.ts';

export const sealsFr: Topic = {
  title: 'Joints en élastomère',
  scope: [
    'La présente norme spécifie les mélanges destinés aux joints statiques et à faible mouvement, ainsi que les gorges qui les reçoivent. Elle couvre les températures de {–40|–45} °C à {150|180|200} °C.',
    'Les joints d’arbres tournants font l’objet d’une norme particulière.',
  ],
  references: [
    'ISO 3601-1, dimensions des joints toriques',
    'ISO 815-1, déformation rémanente',
    'ISO 1817, action des liquides',
    'ISO 48-2, dureté',
  ],
  terms: [
    'mélange : composition du caoutchouc, des charges et de la vulcanisation, fixée par un code',
    'serrage : réduction de la section dans la gorge, rapportée à la section libre',
    'déformation rémanente : part du serrage qui n’est pas restituée',
  ],
  chapters: [
    {
      title: 'Mélanges',
      clauses: [
        {
          title: 'Mélanges homologués',
          key: 'compounds',
          text: [
            'Seuls les mélanges du [table] sont admis pour une étude nouvelle. Tout changement de recette, de matière première ou de lieu de fabrication exige une nouvelle homologation.',
          ],
          table: {
            caption: 'Mélanges homologués',
            head: 'Code;Élastomère;Dureté en DIDC;Température en °C;Fluide',
            rows: [
              'N70;NBR;{70 ± 5|72 ± 4};–30 à {100|110};huile, graisse',
              'H75;HNBR;{75 ± 5|76 ± 4};–30 à {140|150};huile, eau glycolée',
              'E70;EPDM;{70 ± 5|68 ± 4};–50 à {140|150};eau glycolée',
              'F75;FKM;{75 ± 5|78 ± 4};–20 à {200|220};carburant, huile chaude',
            ],
          },
        },
        {
          title: 'Propriétés à la livraison',
          key: 'properties',
          text: [
            'La résistance à la traction est d’au moins {10|12|14} MPa et l’allongement à la rupture d’au moins {150|180|250} %. Les valeurs sont relevées selon la [figure].',
          ],
          figure: {
            draw: 'stress-strain',
            caption: 'Essai de traction du mélange',
            tensile: { yieldMpa: 4, strengthMpa: 14, elongationPercent: 260 },
          },
        },
        {
          title: 'Vieillissement',
          text: [
            'Après {168|336} h dans le fluide à la température maximale, la dureté varie d’au plus {8|10} points et le volume de {–2|–3} à {+12|+15} %.',
          ],
        },
      ],
    },
    {
      title: 'Gorges',
      clauses: [
        {
          title: 'Dimensions',
          key: 'groove',
          text: [
            'Les gorges sont conformes à la [figure] et au [table]. Le taux de remplissage ne dépasse pas {80|85} %.',
          ],
          figure: { draw: 'groove', caption: 'Gorge pour joint statique' },
          table: {
            caption: 'Dimensions des gorges en mm',
            head: 'Tore d;Profondeur t;Largeur b;Rayon r',
            rows: [
              '1,78;{1,30|1,35} ± 0,03;2,4 + 0,2;0,3',
              '2,62;{2,00|2,05} ± 0,04;3,6 + 0,2;0,3',
              '3,53;{2,75|2,80} ± 0,05;4,8 + 0,2;0,5',
              '5,33;{4,30|4,35} ± 0,06;7,1 + 0,2;0,7',
            ],
          },
        },
        {
          title: 'Montage',
          text: [
            'Les arêtes sur lesquelles glisse le joint portent un chanfrein de {15|20}° long d’au moins {2|2,5|3} mm. Seule la graisse de la gamme est admise : l’EPDM gonfle dans la graisse minérale.',
          ],
        },
      ],
    },
    {
      title: 'Contrôle',
      clauses: [
        {
          title: 'Contrôle par lot',
          key: 'batch',
          text: [
            'La dureté, la masse volumique et les valeurs de [properties] sont contrôlées sur chaque lot, la déformation rémanente une fois par {semaine|mois}.',
          ],
        },
        {
          title: 'Stockage',
          text: [
            'Les joints sont stockés en sachet fermé, au-dessous de 25 °C, à l’abri de la lumière et de l’ozone, et utilisés dans les {cinq|sept|dix} ans qui suivent la vulcanisation.',
          ],
        },
      ],
    },
  ],
};

export const electrostaticFr: Topic = {
  title: 'Protection contre les décharges électrostatiques',
  scope: [
    'La présente norme s’applique partout où sont manipulés des composants qu’une décharge de {100|200} V peut endommager : réception, montage, essai, réparation et emballage.',
  ],
  references: [
    'IEC 61340-5-1, exigences générales',
    'IEC 61340-2-3, résistance des matériaux',
    'IEC 61340-4-5, chaussures et sols',
  ],
  terms: [
    'zone protégée : zone où les composants peuvent être manipulés sans emballage',
    'terre commune : point auquel sont reliés tous les éléments dissipatifs d’un poste',
  ],
  chapters: [
    {
      title: 'Zone protégée',
      clauses: [
        {
          title: 'Poste de travail',
          key: 'workplace',
          text: [
            'Les postes sont aménagés selon la [figure]. Tapis, bracelet et outils sont reliés à la terre commune par des liaisons séparées, jamais en série.',
          ],
          figure: { draw: 'bench', caption: 'Poste de travail protégé' },
        },
        {
          title: 'Limites',
          key: 'limits',
          text: [
            'Les valeurs du [table] sont tenues entre {12|20|30} et 60 % d’humidité relative. Au-dessous, le travail cesse ou les ioniseurs sont mis en service.',
          ],
          table: {
            caption: 'Limites de résistance',
            head: 'Élément;Résistance;Contrôle',
            rows: [
              'Plan de travail;750 kΩ à 1 GΩ;{3|6} mois',
              'Sol;max. 1 GΩ;{6|12} mois',
              'Bracelet porté;750 kΩ à 35 MΩ;chaque jour',
              'Chariot, étagère;max. 1 GΩ;{6|12} mois',
            ],
          },
        },
        {
          title: 'Isolants',
          text: [
            'Les isolants inutiles sont retirés de la zone. Les autres restent à {30|50} cm au moins des composants lorsqu’ils portent plus de {1000|2000} V.',
          ],
        },
      ],
    },
    {
      title: 'Organisation',
      clauses: [
        {
          title: 'Formation',
          key: 'training',
          text: [
            'Toute personne admise dans la zone est formée au préalable, puis tous les {12|24} mois, pendant au moins {45|60|90} min.',
          ],
        },
        {
          title: 'Audit',
          key: 'audit',
          text: [
            'Le coordinateur audite chaque poste tous les {trois|six} mois selon [workplace] et [limits]. Un défaut grave ferme le poste jusqu’à nouvelle mesure.',
          ],
        },
      ],
    },
  ],
};
