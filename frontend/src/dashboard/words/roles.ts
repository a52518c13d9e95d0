import type { Role } from '@firsttouch/api/contract/roles'

export const ROLE_NAMES: Record<Role, string> = { viewer: 'Viewer', staff: 'Staff', owner: 'Owner' }
