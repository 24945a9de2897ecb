const signs = /[ \-_.,;:/\\()[\]+&#*?"<>|]/g;

/** Without signs and capitals, as `documents.loose_num` is made by the database. */
export function looseText(text: string): string {
  return text.replace(signs, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
