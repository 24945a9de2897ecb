import type { FastifyRequest } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import { findMember } from '../auth/groups.ts';
import { userOf } from '../auth/guard.ts';
import type { Db, Schema } from '../db/schema.ts';
import { VersionedCache } from '../db/versions.ts';

/** Someone who reads notes, and what decides which. */
export type NoteReader = {
  id: number;
  name: string;
  groups: readonly string[];
  isLibrarian: boolean;
};

/** Finds who asks, with their groups as they are now. */
export function noteReaders(db: Db): (request: FastifyRequest) => Promise<NoteReader> {
  const known = new VersionedCache<{ id: number; groups: string[] }>(10_000);
  return async (request) => {
    const name = userOf(request);
    const member = await known.get(name, request.versions?.auth ?? 0, () => findMember(db, name));
    const isLibrarian = request.signedIn?.roles.has('EGD_LIB_EDIT') ?? false;
    return { ...member, name, isLibrarian };
  };
}

/** A condition on notes: this reader sees them. The only rule that decides it. */
export function isSeenBy(reader: NoteReader) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.and([isFor(reader)(eb), isShownTo(reader)(eb)]);
}

/** A condition on notes: this reader sees them, or saw them before they were deleted or hidden. */
export function isFor({ id, groups }: NoteReader) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.or([
      eb('notes.author_id', '=', id),
      eb('notes.audience', '=', 'everyone'),
      ...(groups.length === 0
        ? []
        : [eb.and([eb('notes.audience', '=', 'group'), eb('notes.group_name', 'in', groups)])]),
    ]);
}

function isShownTo({ id, isLibrarian }: NoteReader) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.and([
      eb('notes.deleted_at', 'is', null),
      ...(isLibrarian
        ? []
        : [eb.or([eb('notes.author_id', '=', id), eb('notes.hidden_by', 'is', null)])]),
    ]);
}
