import type { FastifyRequest } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import { findMember } from '../auth/groups.ts';
import { userOf } from '../auth/guard.ts';
import type { Db, Schema } from '../db/schema.ts';
import { VersionedCache } from '../db/versions.ts';
import type { NoteRow } from './note-rows.ts';

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

/** A condition on notes: they are written for this reader, whether deleted or hidden or not. */
export function isFor(reader: NoteReader) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.or([
      eb('notes.author_id', '=', reader.id),
      eb('notes.audience', '=', 'everyone'),
      ...(reader.groups.length === 0
        ? []
        : [
            eb.and([
              eb('notes.audience', '=', 'group'),
              eb('notes.group_name', 'in', reader.groups),
            ]),
          ]),
    ]);
}

/** Whether a note is written for this reader. */
export function isReadBy(
  { id, groups }: NoteReader,
  { author_id, audience, group_name }: Pick<NoteRow, 'author_id' | 'audience' | 'group_name'>,
): boolean {
  const isOfGroup = audience === 'group' && groups.includes(group_name ?? '');
  return author_id === id || audience === 'everyone' || isOfGroup;
}

/** A condition on notes: this reader sees them. The only rule that decides it. */
export function isSeenBy(reader: NoteReader) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.and([
      isFor(reader)(eb),
      eb('notes.deleted_at', 'is', null),
      ...(reader.isLibrarian
        ? []
        : [eb.or([eb('notes.author_id', '=', reader.id), eb('notes.hidden_by', 'is', null)])]),
    ]);
}
