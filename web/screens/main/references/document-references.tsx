import { useEffect, useMemo } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as calls from '#contract/calls.ts';
import type { DocumentIdentity } from '#contract/file-name.ts';
import type * as contract from '#contract/references.ts';
import { call } from '../../../api.ts';
import type { References } from '../../../viewer/references/references.ts';
import { revisionAddress } from '../revisions/revision-addresses.ts';

// While the text is being read; a tab that nobody looks at should not keep its session alive for ever.
const askAgainMs = 5000;
const mostAsked = 60;

const referencesQuery = (customer: string, { doc_num, language, doc_rev }: DocumentIdentity) =>
  queryOptions({
    queryKey: ['references', customer, doc_num, language, doc_rev],
    queryFn: ({ signal }) =>
      call<typeof contract.readReferences>(calls.readReferences, {
        query: { customer, doc_num, language: language ?? '', doc_rev },
        signal,
      }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'waiting' && dataUpdateCount < mostAsked ? askAgainMs : false,
  });

type Props = {
  customer: string;
  document: DocumentIdentity;
  onReferences: (references: References | null) => void;
};

/** Learns what a document cites and what cites it, for the viewer. */
export function DocumentReferences({ customer, document, onReferences }: Props) {
  const { data, isError, refetch } = useQuery(referencesQuery(customer, document));
  const navigate = useNavigate();
  const references = useMemo(
    (): References => ({
      cites: [],
      cited_by: [],
      cited_by_total: 0,
      state: isError ? 'failed' : 'loading',
      ...data,
      addressOf: (entry, page) => {
        const address = revisionAddress(entry.customer, entry);
        return page === undefined ? address : `${address}&page=${page}`;
      },
      open: (address) => void navigate(address),
      retry: () => void refetch(),
    }),
    [data, isError, navigate, refetch],
  );

  useEffect(
    function tellReferences() {
      onReferences(references);
      return () => onReferences(null);
    },
    [references, onReferences],
  );

  return null;
}
