/** Roles of accounts. Pages import this file, so it does not import zod. */

/** Least rights first. Viewers see figures. Staff also manage leads. Owners also manage accounts, settings, exports. */
export const ROLES = ['viewer', 'staff', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)
