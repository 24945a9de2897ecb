import type { Language } from '../words.ts';
import type { Chapter } from './topic.ts';

/** The chapters that end every standard: what the supplier owes whatever the subject. */
export const closingChapters: Record<Language, Chapter[]> = {
  EN: [
    {
      title: 'Quality assurance',
      clauses: [
        {
          title: 'First sample',
          key: 'sample',
          text: [
            'Before the first delivery the supplier shows by samples from series tools that every requirement of this standard is met. Samples are taken again after a change of process, place or source, and after a stop of more than {12|18|24} months.',
          ],
        },
        {
          title: 'Deviations',
          text: [
            'Parts that depart from this standard are delivered only with a written concession that names quantity and end. The request goes to the buyer at least {five|ten} working days before delivery.',
          ],
        },
        {
          title: 'Records',
          key: 'records',
          text: [
            'Results are kept for at least {10|15} years and handed over within {one|two} working days on request. They can be traced from the label of a package to the batch, the machine and the shift.',
          ],
        },
      ],
    },
    {
      title: 'Substances, safety and environment',
      clauses: [
        {
          title: 'Substances',
          text: [
            'Materials and process agents contain no prohibited substances. Lead, cadmium, mercury and hexavalent chromium are limited to {0.1|0.01} % by mass of the homogeneous material.',
          ],
        },
        {
          title: 'Recovery',
          text: [
            'Parts of plastic heavier than {50|100} g are marked with their material. Process waste is returned to the maker of the material where {more than half|most} of it can be used again.',
          ],
        },
      ],
    },
  ],
  DE: [
    {
      title: 'Qualitätssicherung',
      clauses: [
        {
          title: 'Erstmuster',
          key: 'sample',
          text: [
            'Vor der ersten Lieferung weist der Lieferant an Mustern aus Serienwerkzeugen nach, dass alle Anforderungen erfüllt sind. Nach Änderung von Verfahren, Ort oder Bezugsquelle und nach mehr als {12|18|24} Monaten Unterbrechung wird neu bemustert.',
          ],
        },
        {
          title: 'Aufzeichnungen',
          text: [
            'Ergebnisse werden mindestens {10|15} Jahre aufbewahrt und auf Verlangen innerhalb von {einem Arbeitstag|zwei Arbeitstagen} vorgelegt.',
          ],
        },
      ],
    },
  ],
  FR: [
    {
      title: 'Assurance qualité',
      clauses: [
        {
          title: 'Échantillons initiaux',
          key: 'sample',
          text: [
            'Avant la première livraison, le fournisseur démontre sur des échantillons de série que toutes les exigences sont satisfaites. L’échantillonnage est repris après tout changement de procédé, de site ou de source.',
          ],
        },
        {
          title: 'Enregistrements',
          text: [
            'Les résultats sont conservés au moins {10|15} ans et fournis sur demande sous {un jour ouvré|deux jours ouvrés}.',
          ],
        },
      ],
    },
  ],
  ES: [
    {
      title: 'Aseguramiento de la calidad',
      clauses: [
        {
          title: 'Muestras iniciales',
          key: 'sample',
          text: [
            'Antes de la primera entrega el proveedor demuestra con muestras de serie que se cumplen todos los requisitos. El muestreo se repite tras un cambio de proceso, lugar o fuente.',
          ],
        },
        {
          title: 'Registros',
          text: [
            'Los resultados se conservan al menos {10|15} años y se entregan en {un día hábil|dos días hábiles} a petición.',
          ],
        },
      ],
    },
  ],
  JA: [
    {
      title: '品質保証',
      clauses: [
        {
          title: '初品検査',
          key: 'sample',
          text: [
            '供給者は、最初の納入の前に、量産の設備で作った試料によって、この規格の全ての要求事項を満たすことを示さなければならない。工程、場所又は調達先を変更したときは、改めて行う。',
          ],
        },
        {
          title: '記録',
          text: ['試験の結果は {10|15} 年以上保管し、要求があった場合は {1|2} 日以内に提出する。'],
        },
      ],
    },
  ],
};
