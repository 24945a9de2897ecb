/** The answer to a login, in whatever shape an auth host sent it; specification, section 3. */
export type LoginAnswer =
  | { success: true; displayName: string | null; roles: readonly string[] }
  | { success: false; message: string };

/** Null when it is none. Only `success: true` lets anyone in, and a role only by its name. */
export function readLoginAnswer(body: unknown): LoginAnswer | null {
  if (!isRecord(body) || !('success' in body)) return null;
  if (body['success'] !== true) return { success: false, message: textOf(body['message']) ?? '' };
  const data = isRecord(body['data']) ? body['data'] : {};
  return { success: true, displayName: displayNameOf(data['user']), roles: rolesOf(data) };
}

/** The names in `access_role`; none where there is no such list. */
export function rolesOf({ access_role }: { access_role?: unknown }): string[] {
  if (!Array.isArray(access_role)) return [];
  return access_role.flatMap((role: unknown) =>
    isRecord(role) ? (textOf(role['role_name']) ?? []) : [],
  );
}

function displayNameOf(user: unknown): string | null {
  if (!isRecord(user)) return textOf(user);
  return textOf(user['display_name']) ?? textOf(user['username']);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
