import type { Topic } from './topic.ts';

export const packagingEs: Topic = {
  title: 'Embalaje y etiquetado',
  scope: [
    'Esta norma establece cómo embalan, etiquetan y anuncian los proveedores las piezas de serie. Su fin es que la caja llegue del camión a la línea sin abrirse y que la etiqueta pueda leerse en cada paso.',
    'Las muestras y los recambios siguen instrucciones propias.',
  ],
  references: [
    'ISO 15394, etiquetas con código de barras',
    'ISO/IEC 15416, calidad de impresión',
    'ISO 780, símbolos de manipulación',
  ],
  terms: [
    'unidad de carga: palé con sus cajas, tapa y flejes',
    'hoja de embalaje: plano acordado de la caja llena, con cantidad, masa y orientación',
  ],
  chapters: [
    {
      title: 'Embalaje',
      clauses: [
        {
          title: 'Cajas',
          key: 'boxes',
          text: [
            'Se emplean las cajas de la [table]. La masa bruta de una caja que se levanta a mano no pasa de {12|15} kg. Las piezas no se mueven al inclinar la caja 45°.',
          ],
          table: {
            caption: 'Cajas retornables',
            head: 'Código;Exterior en mm;Altura útil en mm;Masa neta máx. en kg',
            rows: [
              'B1;300 × 200 × 147;{115|129};{8|10}',
              'B2;400 × 300 × 147;{109|115};{10|12}',
              'B3;400 × 300 × 280;{242|248};{10|12}',
              'B4;600 × 400 × 280;{242|248};{12|15}',
            ],
          },
        },
        {
          title: 'Protección contra la corrosión',
          text: [
            'Las piezas de acero mecanizadas se envuelven en película con inhibidor antes de {30|60} min tras el aceitado. La protección dura {6|9|12} meses bajo techo.',
          ],
        },
        {
          title: 'Unidades de carga',
          text: [
            'La unidad de carga mide como máximo {1000|1050} mm de alto y pesa como máximo {600|750|1000} kg. Un palé mixto lleva la etiqueta MIXTO en dos lados.',
          ],
        },
      ],
    },
    {
      title: 'Etiquetas',
      clauses: [
        {
          title: 'Disposición',
          key: 'layout',
          text: [
            'La etiqueta mide {210 × 74|148 × 105} mm y se dispone como en la [figure]. El número de pieza tiene al menos {10|13} mm de alto.',
          ],
          figure: { draw: 'label', caption: 'Disposición de la etiqueta' },
        },
        {
          title: 'Calidad de impresión',
          text: [
            'El código de barras alcanza el grado {B|C} o mejor después del transporte. No se corrige a mano.',
          ],
        },
      ],
    },
    {
      title: 'Entrega',
      clauses: [
        {
          title: 'Aviso de expedición',
          key: 'advice',
          text: [
            'El aviso llega antes que el camión, como máximo {15|30|60} min después de su salida, con el número de serie de cada bulto según [layout].',
          ],
        },
        {
          title: 'Reclamaciones',
          key: 'claims',
          text: [
            'Una entrega que se aparta de [boxes] se reembala a cargo del proveedor, que responde en {dos|cinco} días hábiles con causa y remedio.',
          ],
        },
      ],
    },
  ],
};

export const weldingEs: Topic = {
  title: 'Soldeo por fusión de estructuras de acero',
  scope: [
    'Esta norma se aplica al soldeo por arco de estructuras de acero con espesores de {2|3} a {40|50} mm. Indica cómo se representan las soldaduras, quién puede soldar y qué imperfecciones se admiten.',
  ],
  references: [
    'ISO 2553, símbolos en los planos',
    'ISO 5817, niveles de calidad',
    'ISO 9606-1, cualificación de soldadores',
  ],
  terms: [
    'espesor de garganta a: altura del mayor triángulo isósceles inscrito en la sección',
    'aporte térmico: energía aportada por longitud de soldadura',
  ],
  chapters: [
    {
      title: 'Diseño',
      clauses: [
        {
          title: 'Símbolos',
          key: 'symbols',
          text: [
            'Las soldaduras se representan con símbolos como en la [figure]. El espesor de garganta se escribe delante del símbolo y la longitud detrás.',
          ],
          figure: { draw: 'weld-symbols', caption: 'Uniones y símbolos' },
        },
        {
          title: 'Clases',
          key: 'classes',
          text: ['Cada soldadura pertenece a una clase de la [table].'],
          table: {
            caption: 'Clases de soldadura',
            head: 'Clase;Consecuencia del fallo;Nivel de calidad;Ensayo volumétrico en %',
            rows: [
              'WP 1;peligro para personas;B;{50|100}',
              'WP 2;parada;{B|C};{10|20}',
              'WP 3;leve;C;{0|5}',
            ],
          },
        },
      ],
    },
    {
      title: 'Ejecución',
      clauses: [
        {
          title: 'Preparación',
          text: [
            'Los bordes y {20|25|30} mm a cada lado están libres de pintura, óxido, aceite y cinc. Los puntos miden al menos {25|40} mm.',
          ],
        },
        {
          title: 'Precalentamiento',
          key: 'preheat',
          text: [
            'Las chapas de más de {20|25} mm se precalientan a {100|120|150} °C. La temperatura entre pasadas no supera {200|220|250} °C.',
          ],
        },
        {
          title: 'Reparación',
          key: 'repair',
          text: [
            'Un mismo punto se repara {una vez|dos veces} como máximo, con el precalentamiento de [preheat] aumentado en {25|50} K y ensayo completo según [classes].',
          ],
        },
      ],
    },
  ],
};
