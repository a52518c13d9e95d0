/** Roles of accounts. Pages import this file, so it does not import zod. */

/** From least to most rights. A viewer reads figures. Staff also manage leads. An owner also manages accounts, settings and exports. */
export const ROLES = ['viewer', 'staff', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)
