import { SearchX, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { failureInWords } from '../search-api.ts';
import { type TextQuery, everywhere, resultsAddress } from '../text-search.ts';

type Props = { query: TextQuery; isWhole: boolean; hasWords: boolean };

/** `hasWords`: something in the query can be searched for. */
export function NothingFound({ query, isWhole, hasWords }: Props) {
  const { q, customer, language, latest } = query;
  if (!hasWords) {
    const text = `“${q}” has no letters or digits. Type a word or a number.`;
    return <Empty icon={<SearchX size="1.75rem" />} title="Nothing to search for" text={text} />;
  }
  const isNarrowed = customer !== null || language !== null || latest;
  const documents = isWhole ? 'No document' : 'No document that was searched';
  return (
    <Empty
      icon={<SearchX size="1.75rem" />}
      title="Nothing found"
      text={`${documents}${isNarrowed ? ' within the filters' : ''} contains “${q}”. Check the spelling or use fewer words.`}
    >
      {isNarrowed && <Link to={resultsAddress({ ...everywhere, q })}>Search without filters</Link>}
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
