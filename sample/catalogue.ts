import type { EntryFields } from '#contract/entry.ts';
import { pdfFileName, shortPdfFileName } from '#contract/file-name.ts';
import { chance, oneOf } from './generator/chance.ts';
import { type TopicName, topicNames } from './topics/topics.ts';

/** An entry of the sample library, and how its PDF is made. */
export type SampleEntry = EntryFields & {
  created_at: string;
  created_by_user: string;
  modified_at: string;
  modified_by_user: string;
  /** The day printed on the document. */
  issued: string;
  file: SampleFile;
};

type SampleFile =
  | { made: 'standard'; topics: TopicName[]; issuer?: string; shortName?: true }
  | { made: 'handbook'; topics: TopicName[] }
  | { made: 'drawing' }
  | { made: 'scan' }
  /** The entry exists, the file does not: the reader sees 'Document Not Available'. */
  | { made: 'never' };

/** The name under which the entry's PDF lies in the shared folder; null when it has none. */
export function sampleFileName(entry: SampleEntry): string | null {
  if (entry.file.made === 'never') return null;
  const short = entry.file.made === 'standard' && entry.file.shortName === true;
  return short ? shortPdfFileName(entry) : pdfFileName(entry);
}

type Row = [
  doc_num: string,
  language: string | null,
  doc_rev: string,
  issued: string,
  doc_desc: string,
  file: SampleFile,
];

const on = (...topics: TopicName[]): SampleFile => ({ made: 'standard', topics });
const onUnderShortName = (topic: TopicName): SampleFile => ({
  made: 'standard',
  topics: [topic],
  shortName: true,
});
const never: SampleFile = { made: 'never' };
// One paper for several customers: it bears the name of those who wrote it.
const circle: SampleFile = {
  made: 'standard',
  topics: ['packaging'],
  issuer: 'Joint Supplier Circle',
};

// A table reads as a table.
// oxfmt-ignore
const rowsOf: Record<string, Row[]> = {
  'Norvanta Automotive': [
    ['NV 50180', 'EN', '1', '2019-03-11', 'Zinc-nickel coatings for chassis fasteners', on('coating')],
    ['NV 50180', 'EN', '2', '2021-09-06', 'Zinc-nickel coatings for chassis fasteners', on('coating')],
    ['NV 50180', 'EN', '3', '2023-05-22', 'Zinc-nickel coatings for chassis fasteners', on('coating')],
    ['NV 50180', 'EN', '4', '2026-02-16', 'Zinc-nickel coatings for chassis fasteners', on('coating')],
    ['NV 50180', 'DE', '4', '2026-02-16', 'Zink-Nickel-Überzüge für Fahrwerksschrauben', on('coating')],
    ['NV 50210', 'EN', '2', '2022-11-08', 'Flange bolts M6 to M16', on('fasteners')],
    ['NV 50214', 'EN', '3', '2024-04-15', 'Tightening of bolted joints in final assembly', on('torque')],
    ['NV 50214', 'DE', '3', '2024-04-15', 'Anziehen von Schraubenverbindungen in der Endmontage', on('torque')],
    ['NV 50305', 'EN', '1', '2025-06-30', 'Case-hardened gears', on('heatTreatment')],
    ['NV 50418', 'EN', '5', '2023-10-02', 'Cleanliness of oil-carrying parts', on('cleanliness')],
    ['NV 50520', 'EN', '2', '2020-01-20', 'Housings of die-cast aluminium', on('castings')],
    ['NV 50611', 'EN', '1', '2026-08-17', 'Electronic control units, handling and packing', on('electrostatic', 'packaging')],
    ['NV 50700', 'EN', '6', '2026-05-04', 'Supplier manual, body and chassis', on('coating', 'fasteners', 'torque', 'welding', 'cleanliness', 'packaging')],
    ['NV 50733', 'EN', '2', '2025-03-10', 'Adhesive bonding of body panels', never],
    ['JSC-1003', 'EN', '3', '2024-09-01', 'Global transport label and returnable packaging', circle],
  ],
  'Caelora Aircraft': [
    ['CAMS-4417', 'EN', 'A', '2017-06-12', 'Heat treatment of steel forgings for landing gear', on('heatTreatment')],
    ['CAMS-4417', 'EN', 'B', '2020-02-24', 'Heat treatment of steel forgings for landing gear', on('heatTreatment')],
    ['CAMS-4417', 'EN', 'C', '2024-07-08', 'Heat treatment of steel forgings for landing gear', on('heatTreatment')],
    ['CAMS-4502', 'EN', 'D', '2023-01-16', 'Structural bonding of composite panels', on('adhesives')],
    ['CAMS-4610', 'EN', 'B', '2022-05-09', 'Ultrasonic and penetrant inspection of forgings', on('nonDestructiveTesting')],
    ['CAMS-4733', 'EN', 'A', '2025-11-03', 'Fuel system seals', on('seals')],
    ['CAMS-4733', 'FR', 'A', '2025-11-03', 'Joints du circuit de carburant', on('seals')],
    ['CAMS-4801', 'EN', 'F', '2026-03-23', 'Cleanliness of hydraulic components', on('cleanliness')],
    ['CADS-120', 'EN', 'E', '2021-12-06', 'Drawings and models of flight hardware', on('drawingRules', 'surface')],
    ['CADS-9 SHEET 2', null, 'C', '2018-10-15', 'Main gear housing, general arrangement (A0)', { made: 'drawing' }],
    ['CAPS-77', 'EN', 'A', '1988-04-18', 'Cadmium replacement, interim instruction (scanned)', { made: 'scan' }],
    ['CAMS-4999', 'EN', 'A', '2026-09-28', 'Additively made titanium brackets', never],
  ],
  'Trakvia Rail Systems': [
    ['TRK 04/117', 'EN', '02', '2022-03-14', 'Welding of bogie frames', on('welding')],
    ['TRK 04/117', 'EN', '03', '2025-01-27', 'Welding of bogie frames', on('welding', 'nonDestructiveTesting')],
    ['TRK 04/117', 'ES', '03', '2025-01-27', 'Soldeo de bastidores de bogie', on('welding')],
    ['TRK 04/230', 'EN', '01', '2021-05-31', 'Corrosion protection of car bodies', on('coating')],
    ['TRK 06/011', 'EN', '04', '2024-10-21', 'Materials handbook', { made: 'handbook', topics: topicNames }],
    ['TRK 07/002', 'EN', '02', '2023-08-28', 'Bolted joints on running gear', on('torque', 'fasteners')],
    ['TRK 07/045', 'ES', '01', '2025-09-15', 'Embalaje y etiquetado de repuestos', on('packaging')],
    ['TRK 09/300', 'EN', '01', '2026-06-01', 'Door seals', on('seals')],
    ['TRK 09/301', 'EN', '01', '2026-10-05', 'Fire behaviour of floor coverings', never],
  ],
  'Medorin Medical': [
    ['MED-QS-012', 'EN', '3', '2024-02-12', 'Cleanliness of fluid path components', on('cleanliness')],
    ['MED-QS-018', 'EN', '2', '2023-06-19', 'Seals in contact with drugs', on('seals')],
    ['MED-QS-018', 'FR', '2', '2023-06-19', 'Joints en contact avec les médicaments', on('seals')],
    ['MED-QS-025', 'EN', '1', '2025-04-07', 'Handling of sensitive electronics', on('electrostatic')],
    ['MED-QS-031', 'EN', '4', '2022-09-26', 'Surface texture of implants and instruments', on('surface')],
    ['MED-QS-040', 'EN', '1', '2026-07-13', 'Packaging and identification of devices', on('packaging')],
    ['MED-QS-044', 'EN', '1', '2026-10-19', 'Ageing of sterile packs', never],
  ],
  'Kazemori Heavy Industries': [
    ['KES-G-1021', 'JA', 'R5', '2025-08-25', '締結部品の防錆皮膜', on('coating')],
    ['KES-G-1021', 'EN', 'R5', '2025-08-25', 'Corrosion protection of fasteners', on('coating')],
    ['KES-G-1021', 'JA', 'R4', '2022-06-20', '締結部品の防錆皮膜', on('coating')],
    ['KES-H-2004', 'JA', 'R3', '2024-03-18', '歯車及び軸の熱処理', on('heatTreatment')],
    ['KES-H-2004', 'EN', 'R3', '2024-03-18', 'Heat treatment of gears and shafts', on('heatTreatment')],
    ['KES-H-2100', 'JA', 'R1', '2026-04-20', '熱処理及び防錆処理の共通仕様', on('heatTreatment', 'coating')],
    ['KES-N-3300', 'EN', 'R2', '2023-02-06', 'Non-destructive testing of castings and forgings', on('nonDestructiveTesting', 'castings')],
    ['KES-D-0007', 'EN', 'R7', '2021-07-19', 'Technical drawings', on('drawingRules')],
    ['KES-P-5001', 'JA', 'R1', '2026-09-07', '補給部品の包装', never],
  ],
  'Fjordal Marine Power': [
    ['FJ#2207', 'EN', '2', '2022-08-29', 'Coating of deck machinery', on('coating')],
    ['FJ#2207', 'EN', '3', '2025-05-12', 'Coating of deck machinery', on('coating')],
    ['FJ#2310', null, '1', '2019-11-04', 'Preload of coupling bolts', onUnderShortName('torque')],
    ['FJ#2415', 'EN', '2021-03', '2021-03-22', 'Welding of thruster housings', on('welding')],
    ['FJ#2520', 'EN', '1', '2024-11-25', 'Castings of bronze and aluminium', on('castings', 'nonDestructiveTesting')],
    ['FJ#2601', 'EN', '1', '2026-01-19', 'Shaft seals and grooves', on('seals', 'surface')],
    ['FJ#2650', null, '4', '2026-08-03', 'Sea water piping, flange gaskets', never],
  ],
  'Ackerhold Landtechnik': [
    ['AHN 12.045', 'DE', 'c', '2024-06-03', 'Korrosionsschutz an Anbaugeräten', on('coating')],
    ['AHN 12.045', 'DE', 'b', '2020-10-12', 'Korrosionsschutz an Anbaugeräten', on('coating')],
    ['AHN 12.101', 'DE', 'a', '2025-02-17', 'Schraubenverbindungen am Fahrantrieb', onUnderShortName('torque')],
    ['AHN 12.101', 'EN', 'b', '2026-07-27', 'Bolted joints of the driveline', on('torque')],
    ['AHN 14.200', 'EN', 'a', '2023-11-20', 'Welded frames of implements', on('welding')],
    ['AHN 15.010', 'EN', 'd', '2022-02-07', 'Surface texture of hydraulic parts', on('surface')],
    ['AHN 16.330', 'DE', 'a', '2026-10-26', 'Oberflächenschutz von Gusswerkstoffen', never],
    ['JSC-1003', 'EN', '3', '2024-09-01', 'Global transport label and returnable packaging', circle],
  ],
  'Solenne Électronique': [
    ['SLN-E 330', 'FR', '2', '2024-01-29', 'Protection contre les décharges électrostatiques', on('electrostatic')],
    ['SLN-E 330', 'EN', '2', '2024-01-29', 'Protection against electrostatic discharge', on('electrostatic')],
    ['SLN-E 341', 'EN', '1', '2025-10-13', 'Bonding of sensors and lenses', on('adhesives')],
    ['SLN-E 352', 'ES', '1', '2023-04-24', 'Embalaje de módulos electrónicos', on('packaging')],
    ['SLN-E 352', 'EN', '1', '2023-04-24', 'Packaging of electronic modules', on('packaging', 'electrostatic')],
    ['SLN-M 018', 'FR', '3', '2021-06-14', 'Joints de boîtiers étanches', on('seals')],
    ['SLN-M 020', 'EN', '1', '2026-03-02', 'Rules for drawings and models', on('drawingRules')],
    ['SLN-M 027', 'FR', '1', '2026-09-21', 'Propreté technique des optiques', never],
  ],
};

const users = ['jsmith', 'mweber', 'tkobayashi', 'adubois', 'lnovak', 'rgarcia'];

export const sampleEntries: SampleEntry[] = Object.entries(rowsOf).flatMap(([customer, rows]) =>
  rows.map((row) => sampleEntry(customer, row)),
);

/** The librarian files a document some days after its issue, and now and then corrects the entry. */
function sampleEntry(customer: string, row: Row): SampleEntry {
  const [doc_num, language, doc_rev, issued, doc_desc, file] = row;
  const seed = [customer, doc_num, language ?? '', doc_rev].join('\n');
  // The library is younger than its oldest papers.
  const filed = issued < '2019' ? '2019-01-07' : issued;
  const created = workTime(filed, 2 + chance(seed, 'filed') * 12);
  const corrected = chance(seed, 'corrected') < 0.4;
  const modified = corrected ? workTime(filed, 15 + chance(seed, 'when') * 6) : created;
  const created_by_user = oneOf(users, seed, 'user');
  return {
    customer,
    doc_num,
    doc_desc,
    doc_rev,
    language,
    created_at: created,
    created_by_user,
    modified_at: modified,
    modified_by_user: corrected ? oneOf(users, seed, 'corrector') : created_by_user,
    issued,
    file,
  };
}

/** Some days after `day`, between seven and sixteen o'clock. */
function workTime(day: string, daysLater: number): string {
  const hour = 7 + (daysLater % 1) * 9;
  const time =
    Date.parse(`${day}T00:00:00Z`) + Math.floor(daysLater) * 86_400_000 + hour * 3_600_000;
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}
