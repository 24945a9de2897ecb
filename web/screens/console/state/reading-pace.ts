import { timeWords } from '#contract/time-words.ts';

/** Since when files are read without new ones coming, and how many waited then and now. */
export type ReadingPace = { fromMs: number; from: number; nowMs: number; now: number };

/** The pace after another look at how many files wait to be read; null while none does. */
export function paceAfter(
  pace: ReadingPace | null,
  checking: number,
  nowMs: number,
): ReadingPace | null {
  if (checking === 0) return null;
  if (pace === null || checking > pace.now) {
    return { fromMs: nowMs, from: checking, nowMs, now: checking };
  }
  return { ...pace, nowMs, now: checking };
}

const shortestMs = 5000;

/** How fast files are read and how long it still takes; empty while that cannot be said yet. */
export function paceText(pace: ReadingPace | null): string {
  if (pace === null || pace.nowMs - pace.fromMs < shortestMs) return '';
  const perSecond = ((pace.from - pace.now) / (pace.nowMs - pace.fromMs)) * 1000;
  if (perSecond <= 0) return '';
  const digits = perSecond < 10 ? 1 : 0;
  return `, ${perSecond.toLocaleString('en', { maximumFractionDigits: digits })} a second, ${timeWords(pace.now / perSecond)} left`;
}
