import { useSearchParams } from 'react-router';
import { askedOf } from './address.ts';
import { ChooseDocuments } from './choose/choose-documents.tsx';
import { Comparison } from './comparison.tsx';

/** The changes between two documents, or the choice of two. */
export function Redline() {
  const [params] = useSearchParams();
  const asked = askedOf(params);
  const { from, to } = asked;
  if (from === null || to === null) return <ChooseDocuments from={from} to={to} />;
  return <Comparison key={JSON.stringify([from, to])} asked={asked} sides={{ from, to }} />;
}
