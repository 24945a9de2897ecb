// Method and address of every call but those of the console (console-calls.ts) and of change cases (case-calls.ts), and the limits that both sides know. The schemas of the same
// names are beside this file, by subject. There is no schema here: the web imports it at no cost.

export const api = '/vue-egd-lib/api';

export const login = { method: 'POST', url: '/auth' } as const;
export const checkSession = { method: 'GET', url: '/auth/check' } as const;
export const logout = { method: 'GET', url: '/auth/logoutWithoutRedirect' } as const;

/** Sign-in with an issuer (OpenID Connect): redirect, callback, and back-channel logout. */
export const startOidc = { method: 'GET', url: '/auth/oidc/start' } as const;
export const oidcCallback = { method: 'GET', url: '/auth/oidc/callback' } as const;
export const oidcLogout = { method: 'POST', url: '/auth/oidc/logout' } as const;

export const changeOwnPassword = { method: 'POST', url: `${api}/account/password` } as const;
export const listOwnSessions = { method: 'GET', url: `${api}/account/sessions` } as const;
export const endOwnSessions = { method: 'POST', url: `${api}/account/sessions/end` } as const;

export const readBranding = { method: 'GET', url: `${api}/branding` } as const;
/** Version and commit of the library that answers. */
export const readVersion = { method: 'GET', url: `${api}/version` } as const;
export const readLogo = { method: 'GET', url: `${api}/logo` } as const;
export const readOpenApi = { method: 'GET', url: `${api}/openapi.json` } as const;

export const listCustomers = { method: 'GET', url: `${api}/customers` } as const;
export const listDocuments = { method: 'GET', url: `${api}/documents` } as const;

/** Searches entries by number, description, customer, language and revision. */
export const quickOpen = { method: 'GET', url: `${api}/quick-open` } as const;
export const clearRecent = { method: 'POST', url: `${api}/quick-open/clear` } as const;
/** What readers begin with: customers, what was added last, and what to compare. */
export const readStart = { method: 'GET', url: `${api}/start` } as const;
/** Searches the texts of documents, with the pages. */
export const search = { method: 'GET', url: `${api}/search` } as const;

/** The revisions of one standard; and which of a customer's entries are not the latest. */
export const listRevisions = { method: 'GET', url: `${api}/revisions` } as const;
export const listRevisionStatuses = { method: 'GET', url: `${api}/revisions/statuses` } as const;
/** The changes between two documents; the same in one text, and as a PDF. */
export const readRedline = { method: 'GET', url: `${api}/redline` } as const;
/** Starts a comparison, or says how far it is. */
export const startRedline = { method: 'POST', url: `${api}/redline` } as const;
export const startRedlineText = { method: 'POST', url: `${api}/redline/text` } as const;
export const readRedlineText = { method: 'GET', url: `${api}/redline/text` } as const;
/** The citations of a document, and the documents that cite it. */
export const readReferences = { method: 'GET', url: `${api}/references` } as const;
/** The words that OCR read on pages of a scan. */
export const readOcrWords = { method: 'GET', url: `${api}/ocr` } as const;

/** The sizes of a PDF's pages, and the picture of one, to show before the PDF itself has come. */
export const readPages = { method: 'GET', url: `${api}/pages/:name` } as const;
export const readPagePicture = { method: 'GET', url: `${api}/pages/:name/:page` } as const;

/** Notes on the pages of a PDF, their comments, pictures and signatures. */
export const listNotes = { method: 'GET', url: `${api}/notes` } as const;
export const readDrawings = { method: 'GET', url: `${api}/notes/drawings` } as const;
export const addNote = { method: 'POST', url: `${api}/notes` } as const;
export const saveNote = { method: 'PUT', url: `${api}/notes/:id` } as const;
export const deleteNote = { method: 'DELETE', url: `${api}/notes/:id` } as const;
export const addNoteComment = { method: 'POST', url: `${api}/notes/:id/comments` } as const;
export const deleteNoteComment = {
  method: 'DELETE',
  url: `${api}/notes/:id/comments/:comment`,
} as const;
export const hideNote = { method: 'POST', url: `${api}/notes/:id/hide` } as const;
export const decideCarriedNote = { method: 'POST', url: `${api}/notes/:id/carried` } as const;
export const readPageWords = { method: 'GET', url: `${api}/notes/words` } as const;
export const addNotePicture = { method: 'POST', url: `${api}/notes/pictures` } as const;
export const readNotePicture = { method: 'GET', url: `${api}/notes/pictures/:id` } as const;
export const readSignature = { method: 'GET', url: `${api}/notes/signature` } as const;
export const saveSignature = { method: 'PUT', url: `${api}/notes/signature` } as const;
export const deleteSignature = { method: 'DELETE', url: `${api}/notes/signature` } as const;
export const searchNotes = { method: 'GET', url: `${api}/notes/search` } as const;
export const exportNotes = { method: 'GET', url: `${api}/notes/export` } as const;
export const forgetNotes = { method: 'POST', url: `${api}/notes/forget` } as const;
/** A search of more letters is refused. */
export const mostQueryLetters = 1000;

/** Why a search is refused, and what to change; null if it is not. */
export function queryTooLong(q: string): string | null {
  if (q.length <= mostQueryLetters) return null;
  const [letters, most] = [q.length, mostQueryLetters].map((one) => one.toLocaleString('en-GB'));
  return `This search has ${letters} letters; the limit is ${most}. Search for fewer words.`;
}

/** Also answers HEAD. The address is given by the specification, section 7. */
export const readPdf = { method: 'GET', url: '/document/egd-lib/:name' } as const;

/** Sent by our pages with every call, so that a GET that writes is known to be ours. */
export const ownHeader = 'x-egd-library';

/** Sent with every call that writes: a retry of a call has its key, and is not done twice. */
export const retryHeader = 'idempotency-key';

/** Sent with every refusal: its code of contract/errors.ts, as an answer to HEAD has no body. */
export const errorHeader = 'x-egd-library-error';
/** Of a PDF that the library could not open: it may be damaged or incomplete. */
export const uncheckedHeader = 'x-egd-library-unchecked';

/** Of a PDF, and of a picture of a page: the content that it is of, as `content` of `readPages`. */
export const contentHeader = 'x-egd-library-content';
/** Sent with a picture that is fetched before the reader has chosen its document. */
export const aheadHeader = 'x-egd-library-ahead';

/** The most rows that one call saves or deletes. */
export const mostRowsAtOnce = 5000;

/** The most rows that are deleted at once, while other writes wait; more are a job. */
export const mostRowsDeletedAtOnce = 1000;

/** The most lines of the trail that are undone at once, while other writes wait; more are a job. */
export const mostLinesUndone = 2000;

/** The most rows that a grid shows of a library that is too large for a browser. */
export const mostRowsShown = 5000;
/** The most letters of a text that such a library is narrowed by. */
export const mostLettersOfNarrowing = 200;

/** With more documents than this, a librarian narrows them first: they are too many for a browser. */
export const mostDocumentsAtOnce = 100_000;
/** The same for files, of which each row says more. */
export const mostFilesInBrowser = 20_000;

/** The most files that one call renames, or reads the names of. */
export const mostFilesAtOnce = 1000;

export const leastPasswordLength = 12;
export const mostPasswordLength = 1000;

/** An address with its parameters filled in: `:id` becomes the value of `id`. */
export function fillAddress<Url extends string>(
  url: Url,
  values: Readonly<Record<ParameterOf<Url>, string | number>>,
): string {
  // ParameterOf takes exactly these parts of the address for parameters.
  const valueOf = (part: string) => values[part.slice(1) as ParameterOf<Url>];
  const parts = url.split('/');
  return parts
    .map((part) => (part[0] === ':' ? encodeURIComponent(valueOf(part)) : part))
    .join('/');
}

type ParameterOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Url extends `${string}:${infer Name}`
    ? Name
    : never;
