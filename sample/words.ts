export type Language = 'EN' | 'DE' | 'FR' | 'ES' | 'JA';

/** What stands on every standard whatever its subject. `{…}` is filled in. */
export type Words = {
  standard: string;
  contents: string;
  page: string;
  number: string;
  revision: string;
  date: string;
  prepared: string;
  checked: string;
  approved: string;
  supersedes: string;
  none: string;
  history: string;
  change: string;
  firstIssue: string;
  changed: string;
  editorial: string;
  table: string;
  figure: string;
  note: string;
  printed: string;
  confidential: string;
  scope: string;
  references: string;
  terms: string;
  referencesIntro: string;
  termsIntro: string;
};

export const wordsIn: Record<Language, Words> = {
  EN: {
    standard: 'Engineering standard',
    contents: 'Contents',
    page: 'Page {page} of {pages}',
    number: 'Number',
    revision: 'Revision',
    date: 'Date of issue',
    prepared: 'Prepared',
    checked: 'Checked',
    approved: 'Approved',
    supersedes: 'Supersedes',
    none: 'none',
    history: 'Revision history',
    change: 'Change',
    firstIssue: 'First issue.',
    changed: 'Requirements changed in {clauses}.',
    editorial: 'Editorial changes, references brought up to date.',
    table: 'Table',
    figure: 'Figure',
    note: 'NOTE',
    printed: 'Printed copies are not controlled.',
    confidential: 'Only for suppliers under contract. Do not pass on.',
    scope: 'Scope',
    references: 'Normative references',
    terms: 'Terms and definitions',
    referencesIntro:
      'The following documents apply in the edition that is valid on the day of the order, unless a dated edition is named.',
    termsIntro: 'For the purposes of this standard the following terms apply.',
  },
  DE: {
    standard: 'Werknorm',
    contents: 'Inhalt',
    page: 'Seite {page} von {pages}',
    number: 'Nummer',
    revision: 'Ausgabe',
    date: 'Ausgabedatum',
    prepared: 'Erstellt',
    checked: 'Geprüft',
    approved: 'Freigegeben',
    supersedes: 'Ersatz für',
    none: 'keine',
    history: 'Änderungsverzeichnis',
    change: 'Änderung',
    firstIssue: 'Erstausgabe.',
    changed: 'Anforderungen geändert in {clauses}.',
    editorial: 'Redaktionelle Änderungen, Verweise aktualisiert.',
    table: 'Tabelle',
    figure: 'Bild',
    note: 'ANMERKUNG',
    printed: 'Ausdrucke unterliegen nicht dem Änderungsdienst.',
    confidential: 'Nur für Vertragslieferanten. Weitergabe nicht gestattet.',
    scope: 'Anwendungsbereich',
    references: 'Mitgeltende Unterlagen',
    terms: 'Begriffe',
    referencesIntro:
      'Es gilt jeweils die am Tag der Bestellung gültige Ausgabe, sofern keine datierte Ausgabe genannt ist.',
    termsIntro: 'Für die Anwendung dieser Norm gelten die folgenden Begriffe.',
  },
  FR: {
    standard: 'Norme d’entreprise',
    contents: 'Sommaire',
    page: 'Page {page} sur {pages}',
    number: 'Numéro',
    revision: 'Indice',
    date: 'Date d’édition',
    prepared: 'Rédigé',
    checked: 'Vérifié',
    approved: 'Approuvé',
    supersedes: 'Remplace',
    none: 'aucun',
    history: 'Historique des révisions',
    change: 'Modification',
    firstIssue: 'Première édition.',
    changed: 'Exigences modifiées en {clauses}.',
    editorial: 'Corrections rédactionnelles, références mises à jour.',
    table: 'Tableau',
    figure: 'Figure',
    note: 'NOTE',
    printed: 'Les copies imprimées ne sont pas gérées.',
    confidential: 'Réservé aux fournisseurs sous contrat. Diffusion interdite.',
    scope: 'Domaine d’application',
    references: 'Références normatives',
    terms: 'Termes et définitions',
    referencesIntro:
      'Sauf indication d’une édition datée, l’édition en vigueur au jour de la commande s’applique.',
    termsIntro: 'Pour les besoins de la présente norme, les termes suivants s’appliquent.',
  },
  ES: {
    standard: 'Norma de empresa',
    contents: 'Índice',
    page: 'Página {page} de {pages}',
    number: 'Número',
    revision: 'Revisión',
    date: 'Fecha de edición',
    prepared: 'Elaborado',
    checked: 'Revisado',
    approved: 'Aprobado',
    supersedes: 'Sustituye a',
    none: 'ninguna',
    history: 'Historial de revisiones',
    change: 'Cambio',
    firstIssue: 'Primera edición.',
    changed: 'Requisitos modificados en {clauses}.',
    editorial: 'Cambios de redacción y referencias actualizadas.',
    table: 'Tabla',
    figure: 'Figura',
    note: 'NOTA',
    printed: 'Las copias impresas no están controladas.',
    confidential: 'Solo para proveedores con contrato. Prohibida su difusión.',
    scope: 'Objeto y campo de aplicación',
    references: 'Normas para consulta',
    terms: 'Términos y definiciones',
    referencesIntro:
      'Se aplica la edición vigente el día del pedido, salvo que se indique una edición con fecha.',
    termsIntro: 'A los efectos de esta norma se aplican los términos siguientes.',
  },
  JA: {
    standard: '技術規格',
    contents: '目次',
    page: '{page} / {pages} ページ',
    number: '規格番号',
    revision: '改訂',
    date: '制定日',
    prepared: '作成',
    checked: '審査',
    approved: '承認',
    supersedes: '旧規格',
    none: 'なし',
    history: '改訂履歴',
    change: '改訂内容',
    firstIssue: '初版。',
    changed: '{clauses} の要求事項を改訂。',
    editorial: '字句の修正及び引用規格の更新。',
    table: '表',
    figure: '図',
    note: '備考',
    printed: '印刷物は管理対象外とする。',
    confidential: '契約供給者限り。無断転載を禁ずる。',
    scope: '適用範囲',
    references: '引用規格',
    terms: '用語及び定義',
    referencesIntro: '次に掲げる規格は、年号の記載がない限り、発注日における最新版を適用する。',
    termsIntro: 'この規格で用いる主な用語及び定義は、次による。',
  },
};

/** What is written inside figures. English is the key; what is not listed stays English. */
const figureWords: Partial<Record<Language, Record<string, string>>> = {
  DE: {
    Stress: 'Spannung',
    Strain: 'Dehnung',
    Temperature: 'Temperatur',
    Time: 'Zeit',
    Torque: 'Drehmoment',
    Angle: 'Drehwinkel',
    Nozzle: 'Düse',
    Panels: 'Prüfbleche',
    Brine: 'Sole',
    'Collecting funnel': 'Auffangtrichter',
    'Snug torque': 'Fügemoment',
    'Final torque': 'Endmoment',
    Window: 'Fenster',
  },
  FR: {
    'Sealing side': 'Côté étanche',
    'Wrist strap': 'Bracelet',
    Mat: 'Tapis',
    Floor: 'Sol dissipatif',
    'Common earth': 'Terre commune',
    Ioniser: 'Ioniseur',
    Stress: 'Contrainte',
    Strain: 'Allongement',
    Temperature: 'Température',
    Time: 'Temps',
  },
  ES: {
    Supplier: 'Proveedor',
    'Part number': 'Número de pieza',
    Quantity: 'Cantidad',
    'Batch number': 'Número de lote',
    'Butt weld, V': 'A tope en V',
    'Fillet weld': 'En ángulo',
    'Square butt': 'A tope recto',
    'Spot weld': 'Por puntos',
    Joint: 'Unión',
    Symbol: 'Símbolo',
  },
  JA: {
    Stress: '応力',
    Strain: 'ひずみ',
    Temperature: '温度',
    Time: '時間',
    Nozzle: '噴霧ノズル',
    Panels: '試験片',
    Brine: '塩水',
    'Collecting funnel': '採取容器',
    Carburise: '浸炭',
    Quench: '焼入れ',
    Temper: '焼戻し',
    'Measured length': '評価長さ',
    'Mean line': '平均線',
  },
};

export function figureWord(language: Language, english: string): string {
  return figureWords[language]?.[english] ?? english;
}
