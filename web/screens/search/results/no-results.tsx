import { SearchX, TriangleAlert } from 'lucide-react';
import { Link, useOutletContext } from 'react-router';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { failureInWords } from '../search-api.ts';
import { DidYouMean } from './summary.tsx';
import { type TextQuery, everywhere, resultsAddress } from '../text-search.ts';

type Props = { query: TextQuery; isWhole: boolean; meant: readonly string[]; onFollow: () => void };

/** Says why, and what to do next. */
export function NothingFound({ query, isWhole, meant, onFollow }: Props) {
  const openQuickOpen = useOutletContext<() => void>();
  const { q, customer, language, latest } = query;
  if (!/[\p{L}\p{N}]/u.test(q)) {
    const text = `“${q}” has no letters or digits. Type a word or a number.`;
    return <Empty icon={<SearchX size="1.75rem" />} title="Nothing to search for" text={text} />;
  }
  const isNarrowed = customer !== null || language !== null || latest;
  const documents = isWhole ? 'No document' : 'No searched document';
  return (
    <Empty
      icon={<SearchX size="1.75rem" />}
      title="Nothing found"
      text={`${documents}${isNarrowed ? ' within the filters' : ''} contains “${q}”. Check the spelling or use fewer words.`}
    >
      <DidYouMean {...{ query, meant, onFollow }} />
      {isNarrowed && <Link to={resultsAddress({ ...everywhere, q })}>Search without filters</Link>}
      <Button onClick={openQuickOpen}>Quick open</Button>
    </Empty>
  );
}

/** The index is being built, or the server cannot answer. */
export function NoAnswer({ failure, retry }: { failure: unknown; retry: () => void }) {
  return (
    <div aria-live="polite">
      <Empty
        icon={<TriangleAlert size="1.75rem" />}
        title="Search is not available now"
        text={failureInWords(failure)}
      >
        <Button onClick={retry}>Try again</Button>
      </Empty>
    </div>
  );
}
