/** Roles of accounts; free of zod, for pages. */

/** A viewer reads figures. Staff also work with contacts. An owner also manages accounts, settings and exports. */
export const ROLES = ['viewer', 'staff', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)
