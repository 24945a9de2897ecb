/** What a text demands: 3 is an obligation, 2 advice, 1 a permission, 0.5 what can be. */
type Modal = { level: number; isNegative: boolean };

export type ObligationEffect = 'raised' | 'lowered' | 'reversed' | 'new' | 'dropped' | 'permission';

// The longer phrases first. Chinese and Japanese have no spaces between words.
const patterns: { words: string; signs: string; modal: Modal }[] = [
  {
    words:
      "shall not|shan't|must not|mustn't|may not|cannot|can not|not permitted|not allowed|prohibited|forbidden|(?:darf|dürfen)(?: [^ .;]+){0,6}? (?:nicht|keine?[nmrs]?)|nicht zulässig|unzulässig|verboten|ne (?:doit|doivent|peut|peuvent) pas|interdite?s?|no (?:debe|deben|deberá|deberán|puede|pueden)|prohibid[oa]s?|non (?:deve|devono|può|possono)|vietat[oaie]",
    signs: 'て(?:は)?ならない|ではならない|不得|不应|不準|禁止|严禁',
    modal: { level: 3, isNegative: true },
  },
  {
    words:
      "need not|needn't|not required|not mandatory|muss nicht|müssen nicht|(?:braucht|brauchen)(?: [^ .;]+){0,6}? nicht|n'est pas nécessaire|no es necesario",
    signs: '必要はない|なくてもよい|不必|无需',
    modal: { level: 1, isNegative: false },
  },
  {
    words: 'should not|sollten? nicht|soll(?:en)? nicht|ne devrai(?:t|ent) pas|no debería[n]?',
    signs: '不宜',
    modal: { level: 2, isNegative: true },
  },
  {
    words:
      "shall|must|(?:has|have|is|are) to(?! (?:be seen|say|do with))|(?:is|are) required|required to|mandatory|muss|müssen|(?:ist|sind|hat|haben)(?: [^ .;,]+){0,6}? (?:zu \\p{L}+n|\\p{L}+zu\\p{L}+n)|verbindlich|doit|doivent|(?:il )?faut|(?:est|sont) tenue?s? d[e’']|obligatoires?|debe|deben|deberá|deberán|obligatori[oa]s?|deve|devono",
    signs:
      'なければならない|ものとする|すること(?![がはをもに])|必要がある|必須|必须|应当|(?<![反相适响对供效感])应(?![用力变急答])',
    modal: { level: 3, isNegative: false },
  },
  {
    words:
      'should|recommended|sollten?|soll|sollen|empfohlen|devrai(?:t|ent)|recommandée?s?|debería|deberían|recomendad[oa]s?|se recomienda|dovrebbe|dovrebbero',
    signs: '望ましい|推奨|(?<![便适])宜|推荐|建议',
    modal: { level: 2, isNegative: false },
  },
  {
    words:
      'may|(?:is|are|be) (?:permitted|allowed|optional)|darf|dürfen|zulässig|erlaubt|peut|peuvent|autorisée?s?|puede|pueden|podrá|podrán|permitid[oa]s?|può|possono',
    signs: 'てもよい|でもよい|可以|允许',
    modal: { level: 1, isNegative: false },
  },
  { words: 'can|kann|können', signs: 'できる', modal: { level: 0.5, isNegative: false } },
];
const anyOf = (some: string[]) => some.map((one) => `(${one})`).join('|');
const all = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${anyOf(patterns.map(({ words }) => words))})(?![\\p{L}\\p{M}])|${anyOf(patterns.map(({ signs }) => signs))}`,
  'gu',
);

// Small letters, since a search that ignores case takes four times as long.
function modalsOf(text: string): Modal[] {
  return Array.from(text.toLowerCase().matchAll(all), (match) => {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    return patterns[at % patterns.length]?.modal ?? { level: 0, isNegative: false };
  });
}

// Whether a word may be part of one of them: looking through sentences takes long.
const hint =
  /shall|shan|must|may|can|(?<!\p{L})(?:has|have|is|are|to|ist|sind|hat|haben|zu)(?!\p{L})|zu\p{L}+n|faut|tenu|not|n't|requ|mandat|prohib|forbid|permit|allow|option|should|recomm?[ae]n|need|darf|dürf|muss|müss|soll|kann|könn|nicht|kein|zulässig|verbot|erlaubt|verbindlich|empfohlen|brauch|doi|dev|peu|interdit|autoris|obligat|nécess|deb|pued|podr|no|può|poss|dov|vietat|[\u3040-\u30FF\u3400-\u9FFF]/u;

/** Whether these words may change what a sentence demands. */
export function mayBeModal(words: string): boolean {
  return hint.test(words.toLowerCase());
}

/** Whether a text demands, advises or permits something. */
export function hasModal(text: string): boolean {
  return mayBeModal(text) && modalsOf(text).some(({ level }) => level >= 1);
}

/** Whether a text demands something: advice, too. */
export function isObligation(text: string): boolean {
  return modalsOf(text).some(({ level }) => level >= 2);
}

/** What became of the obligations of a sentence; null where they are the same. */
export function obligationEffect(from: string, to: string): ObligationEffect | null {
  const [older, newer] = [modalsOf(from), modalsOf(to)];
  const [gone, come] = [without(older, newer), without(newer, older)];
  if (gone.length === 0 && come.length === 0) return null;
  const [was, is] = [strongest(gone), strongest(come)];
  if (gone.length === 0) return is.level >= 2 ? 'new' : is.level === 1 ? 'permission' : null;
  if (come.length === 0) return was.level >= 2 ? 'dropped' : was.level === 1 ? 'permission' : null;
  if (is.level !== was.level) return is.level > was.level ? 'raised' : 'lowered';
  return is.isNegative === was.isNegative ? null : 'reversed';
}

function without(some: readonly Modal[], others: readonly Modal[]): Modal[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one); // each is one of `patterns`
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function strongest(modals: readonly Modal[]): Modal {
  return modals.reduce((most, one) => (one.level > most.level ? one : most), {
    level: 0,
    isNegative: false,
  });
}

// A sentence with one more or less of these may say the opposite.
const turning = new Set(
  'not no never only except unless without always neither nor excluding nicht kein keine keinen nur niemals außer ausgenommen ohne stets pas jamais sauf seulement sans uniquement no nunca solo sólo salvo excepto sin non mai salvo solo except'.split(
    ' ',
  ),
);

export function isTurning(word: string): boolean {
  return turning.has(word.toLowerCase());
}
