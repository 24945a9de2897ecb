import { revisionDays, type RevisionKind } from './revision-words.ts';

// No schema here: the console imports it whole.

/** What a column of an imported sheet can hold. */
export const importFields = [
  'id',
  'customer',
  'doc_num',
  'doc_desc',
  'language',
  'doc_rev',
  'issued_on',
  'kind',
  'amends',
  'valid_from',
  'usable_until',
  'confirmed_on',
  'withdrawn_on',
  'reason',
  'revision_status',
  'modified_at',
] as const;
export type ImportField = (typeof importFields)[number];

/** The fields without which no row can be an entry. */
export const neededFields = ['customer', 'doc_num', 'doc_desc', 'doc_rev', 'language'] as const;

/** As the console names them. */
export const importFieldNames: Record<ImportField, string> = {
  id: 'Id',
  customer: 'Customer',
  doc_num: 'Standard Number',
  doc_desc: 'Description',
  language: 'Language',
  doc_rev: 'Revision',
  ...revisionDays,
  kind: 'Kind',
  amends: 'Amends',
  reason: 'Reason',
  revision_status: 'Status',
  modified_at: 'Modified at',
};

// The words that lists of standards use, in English and German, as headingKey writes them.
const usualWords: Record<ImportField, string> = {
  id: 'id entryid eintragsid',
  customer: 'customer customername client clientname oem kunde kundenname',
  doc_num:
    'docnum docno docnr docnumber documentno documentnr documentnumber number no nr num ' +
    'standard standardno standardnr standardnum standardnumber spec specno specnumber ' +
    'specification nummer norm normnr normnummer doknr dokumentnr dokumentnummer ' +
    'dokumentennummer standardnummer spezifikation',
  doc_desc:
    'docdesc desc description title documenttitle documentname subject ' +
    'beschreibung titel bezeichnung benennung betreff',
  language: 'language languagecode lang sprache sprachcode spr',
  doc_rev:
    'docrev rev revno revnr revision revisionno revisionnumber issue issueno index version ' +
    'ausgabe ausgabestand stand revisionsnummer revisionsstand anderungsindex aenderungsindex',
  issued_on:
    'issuedon issued issuedate dateofissue issueddate releasedate dateofrelease publicationdate ' +
    'ausgabedatum ausgabetag ausgegebenam erscheinungsdatum veroffentlichtam',
  kind: 'kind kindofrevision revisionkind revisionsart artderrevision artderausgabe',
  amends: 'amends amendmentof basedocument andert aendert anderungzu aenderungzu berichtigungzu',
  valid_from:
    'validfrom effectivefrom effectivedate gultigab gueltigab gultigvon gueltigvon inkraftab',
  usable_until: 'usableuntil validuntil validto gultigbis gueltigbis verwendbarbis anwendbarbis',
  confirmed_on: 'confirmedon reaffirmedon bestatigtam bestaetigtam uberpruftam ueberprueftam',
  withdrawn_on: 'withdrawnon withdrawaldate dateofwithdrawal zuruckgezogenam zurueckgezogenam',
  reason: 'reason grund begrundung begruendung',
  revision_status: 'revisionstatus status standardstatus docstatus documentstatus gultigkeit',
  modified_at: 'modifiedat',
};

const fieldsByWord = new Map(
  importFields.flatMap((field) => usualWords[field].split(' ').map((word) => [word, field])),
);

/** A heading without capitals, accents, blanks and signs: `Doc. No.` is `docno`. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The field that a heading usually means; null for an unknown word. */
export function fieldOfHeading(heading: string): ImportField | null {
  return fieldsByWord.get(headingKey(heading)) ?? null;
}

// As people write kinds, in English and German.
const kindWords: Record<RevisionKind, string> = {
  edition: 'edition ausgabe',
  draft: 'draft entwurf normentwurf',
  beside:
    'beside amendment corrigendum correction notice supplement anderung aenderung berichtigung beiblatt nachtrag',
  instead: 'instead consolidated konsolidiert',
  reaffirmed: 'reaffirmed confirmed bestatigt bestaetigt',
};
const kindsByWord = new Map(
  Object.entries(kindWords).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as RevisionKind]),
  ),
);

/** The kind that a cell names; null for an unknown word. */
export function kindOfWord(word: string): RevisionKind | null {
  return kindsByWord.get(headingKey(word)) ?? null;
}
