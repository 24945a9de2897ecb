/** The result of a check: fine, worth knowing, or wrong, with how to fix it. */
export type Finding =
  | { state: 'ok' | 'note'; text: string }
  | { state: 'wrong'; text: string; mend: string };

export function ok(text: string): Finding {
  return { state: 'ok', text };
}

export function note(text: string): Finding {
  return { state: 'note', text };
}

export function wrong(text: string, mend: string): Finding {
  return { state: 'wrong', text, mend };
}
