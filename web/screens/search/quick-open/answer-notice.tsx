import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { failureInWords } from '../search-api.ts';
import { useSlow } from '../use-slow.ts';
import type { QuickAnswer } from './options.ts';
import styles from './quick-open.module.css';

type Props = { answer: QuickAnswer | undefined; isCurrent: boolean; failure: unknown };

/** What is to be said about the answer, or about why there is none; and how much it found, for screen readers. */
export function AnswerNotice({ answer, isCurrent, failure }: Props) {
  const isSlow = useSlow(!isCurrent);
  const words = isCurrent ? wordsOf(answer) : wordsOfWaiting(failure, isSlow);
  return (
    <>
      <output className={styles.notice}>{words}</output>
      <VisuallyHidden as="output">{isCurrent && countOf(answer)}</VisuallyHidden>
    </>
  );
}

function wordsOf(answer: QuickAnswer | undefined): string {
  if (answer === undefined) return '';
  const words = wordsOfFound(answer);
  const count = answer.not_indexed;
  if (count === 0) return words;
  const missing = count === 1 ? '1 document is' : `${count.toLocaleString('en-GB')} documents are`;
  return `${words} ${missing} not in the search index yet.`.trim();
}

function wordsOfFound(answer: QuickAnswer): string {
  if (answer.data.length > 0) return answer.data.length < answer.total ? firstOf(answer) : '';
  if (answer.q !== '') {
    return `${answer.not_indexed === 0 ? 'No document' : 'No document so far'} matches “${answer.q}”.`;
  }
  return 'Type a number, words of the title or a customer. Documents you open are listed here.';
}

function firstOf({ data, total, total_is_least }: QuickAnswer): string {
  const all = `${total.toLocaleString('en-GB')}${total_is_least ? '+' : ''}`;
  return `First ${data.length} of ${all}. Type more to see others.`;
}

function wordsOfWaiting(failure: unknown, isSlow: boolean): string {
  if (failure !== null) return failureInWords(failure);
  return isSlow ? 'Still searching…' : '';
}

function countOf(answer: QuickAnswer | undefined): string {
  if (answer === undefined || answer.q === '') return '';
  const { data, total, did_you_mean } = answer;
  if (data.length < total) return ''; // the notice says it
  if (data.length > 0) return `${data.length} ${data.length === 1 ? 'document' : 'documents'}`;
  return did_you_mean.length > 0 ? `${did_you_mean.length} similar` : '';
}
