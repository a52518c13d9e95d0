// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source
/** Controls of api/README.md's table. Each has the change that removes it and the test that must notice. */

export type Control = {
  /** The item's number in the table. */
  item: string
  what: string
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
  test: string
}

const of =
  (file: string, test: string) =>
  (item: string, what: string, find: string, replace: string): Control => ({
    item,
    what,
    file,
    find,
    replace,
    test,
  })

const passwords = of('api/auth/passwords.ts', 'api/auth/passwords.test.ts')
const shortQueue = of('infra/platform/short-queue.ts', 'infra/platform/short-queue.test.ts')
const login = of('api/auth/routes.ts', 'api/auth/routes.test.ts')
const throttled = of('api/auth/routes.ts', 'api/auth/throttle.test.ts')
const throttle = of('api/auth/throttle.ts', 'api/auth/throttle.test.ts')
const entered = of('api/auth/enter.ts', 'api/auth/routes.test.ts')
const account = (file: string, test: string) => of(`api/auth/${file}.ts`, `api/auth/account/${test}.test.ts`)
const password = account('account/account-routes', 'password')
const printed = account('guard', 'password')
const own = account('account/account-routes', 'account-sessions')
const renewed = account('routes', 'account-sessions')
const guesses = account('throttle', 'second-factor')
const factor = account('account/factors', 'second-factor')
const secondStep = account('account/second-factor', 'second-factor')
const foreignPasskey = account('account/second-factor', 'passkeys')
const factorRoute = account('account/factor-routes', 'second-factor')
const required = account('guard', 'second-factor')
const passkey = account('account/passkeys', 'passkeys')
const newPasskey = account('account/factor-routes', 'passkeys')
const ownPasskey = account('account/factors', 'passkeys')
const cookies = of('api/auth/cookies.ts', 'api/auth/routes.test.ts')
const sessions = of('api/auth/sessions.ts', 'api/auth/sessions.test.ts')
const revoked = of('api/auth/sessions.ts', 'api/live/routes.test.ts')
const live = of('api/live/live.ts', 'api/live/routes.test.ts')
const csrf = of('api/auth/csrf.ts', 'api/auth/guard.test.ts')
const guard = of('api/auth/guard.ts', 'api/auth/guard.test.ts')
const asks = of('api/auth/guard.ts', 'api/auth/step-up-routes.test.ts')
const route = (name: string) => of(`api/${name}.ts`, 'api/auth/step-up-routes.test.ts')
const audited = of('api/auth/guard.ts', 'api/auth/audit.test.ts')
const oidc = of('api/auth/oidc/accounts.ts', 'api/auth/oidc/oidc.test.ts')
const oidcRoutes = of('api/auth/oidc/routes.ts', 'api/auth/oidc/oidc.test.ts')
const provider = of('api/auth/oidc/provider.ts', 'api/auth/oidc/oidc.test.ts')
const auditEvents = of('api/auth/audit.ts', 'api/auth/audit-events.test.ts')
const formToken = of('api/forms/token.ts', 'api/forms/abuse.test.ts')
const forms = of('api/forms/submit.ts', 'api/forms/abuse.test.ts')
const limits = of('api/forms/rate-limit.ts', 'api/forms/abuse.test.ts')
const csv = of('api/contract/csv.ts', 'api/contract/csv.test.ts')
const literals = of('infra/stores/literal.ts', 'infra/stores/embedded/engine/statements.test.ts')
const links = of('frontend/src/links.ts', 'frontend/src/links.test.ts')
const outsideLinks = of(
  'frontend/src/dashboard/pieces/outside-links.ts',
  'frontend/src/dashboard/pieces/outside-links.test.ts',
)
const webLink = of('api/contract/fields/parse-web-link.ts', 'api/contract/fields/web-link.test.ts')
const http = of('infra/platform/http/http.ts', 'infra/platform/http/http.test.ts')
const httpLog = of('infra/platform/http/request-log.ts', 'infra/platform/http/request-log.test.ts')
const kept = of('api/housekeeping.ts', 'api/housekeeping.test.ts')
const onDisk = of('infra/app/erasure/on-disk.ts', 'infra/app/erasure/on-disk.long.test.ts')
const clickIds = of('api/forms/submit.ts', 'api/forms/click-ids.test.ts')
const roles = of('api/auth/roles.ts', 'api/auth/roles.test.ts')
const bearer = of('api/auth/bearer.ts', 'api/auth/read-tokens.test.ts')
const invited = of('api/auth/team/routes.ts', 'api/auth/team/invitations.test.ts')
const accountStore = account('accounts', 'password')
const team = of('api/auth/team/routes.ts', 'api/auth/step-up-routes.test.ts')
const tokenRoutes = of('api/auth/read-token-routes.ts', 'api/auth/read-tokens.test.ts')
const fetched = of('api/conversions/routes.ts', 'api/conversions/routes.test.ts')
const fetchedOften = of('api/auth/throttle.ts', 'api/conversions/routes.test.ts')
const credentials = of('api/conversions/credentials.ts', 'api/conversions/routes.test.ts')
const conversions = of('api/conversions/conversions.ts', 'api/conversions/routes.test.ts')
const adClickKept = of('frontend/src/track/tracker.ts', 'frontend/src/track/ad-click.test.ts')

// biome-ignore format: one control a line
export const CONTROLS: Control[] = [
  passwords('S-01', 'passes of the hash', 'passes: 2,', 'passes: 1,'),
  passwords('S-01', 'a weak hash is recognised', 'cost.memory < COST.memory || cost.passes < COST.passes', 'false'),
  login('S-01', 'a weak hash is replaced at login', '  if (weak)\n', '  if (weak && password === "")\n'),
  shortQueue('S-02', 'few hashes at once', 'pLimit(atOnce)', 'pLimit(1000)'),
  shortQueue('S-02', 'a short queue', '>= atOnce + waiting)', '>= 10_000)'),
  passwords('S-03', 'a least length', 'if (length < MIN_LENGTH)', 'if (length < 3)'),
  passwords('S-03', 'a most length', 'if (length > MAX_LENGTH)', 'if (length > 1e9)'),
  passwords('S-03', 'the user name is refused', 'if (containsName(password, username)) return', 'if (false) return'),
  passwords('S-03', 'a password made of common words is refused', 'if (common.has(base)) return true', "if (base === '') return true"),
  passwords('S-03', 'leaked passwords are refused', 'some(text => common.has(text))', "some(text => text === '')"),
  of('api/auth/accounts.ts', 'api/auth/routes.test.ts')('S-04', 'no account where there is one', 'if (some) return null', ''),
  login('S-05', 'an unknown name costs as much', 'usable ? account.passwordHash : DUMMY_HASH', 'account?.passwordHash ?? `$${username}`'),
  login('S-05', 'a disabled account is refused', 'account !== null && account.disabledAt === null', 'account !== null'),
  throttle('S-06', 'a try has to wait', 'if (wait > 0) throw tooManyTries(what, wait)', ''),
  throttled('S-06', 'networks are counted', "    { kind: 'network', name: networkKey(request.ip) },\n", ''),
  throttled('S-06', 'accounts are counted', "    { kind: 'account', name: account?.name ?? '' },\n", ''),
  of('api/auth/routes.ts', 'api/auth/devices.test.ts')('S-06', 'a known browser counts by itself', 'if (device && known) return', 'if (device && known && !known) return'),
  of('api/auth/routes.ts', 'api/auth/devices.test.ts')('S-06', 'a browser is known only to its account', ' AND lower(a.username) = lower(${username})`', '`'),
  throttled('S-06', 'letters as the database reads them', "name: account?.name ?? ''", 'name: username.toLowerCase()'),
  throttle('S-06', 'waits double', 'power(2, least(f.failures - ${free}, 20))', '1'),
  throttle('S-06', 'a login forgives only its own try', 'SET failures = failures - 1 WHERE', 'SET failures = 0 WHERE'),
  throttle('S-06', 'a login gives its own try back', 'SET failures = failures - 1 WHERE', 'SET failures = failures WHERE'),
  cookies('S-07', 'HttpOnly', 'httpOnly: true', 'httpOnly: false'),
  cookies('S-07', 'SameSite', "sameSite: 'lax'", "sameSite: 'none'"),
  cookies('S-07', 'Secure', "secure: request.protocol === 'https'", 'secure: false'),
  cookies('S-07', '__Host-', '`__Host-${name}`', 'name'),
  entered('S-08', 'the earlier session ends', 'if (earlier) await endSession(sql, tokenHash(earlier))', ''),
  of('api/auth/sessions.ts', 'api/auth/routes.test.ts')('S-07', 'the token is stored as a hash', "createHash('sha256').update(token).digest()", 'Buffer.from(token)'),
  of('api/auth/routes.ts', 'api/auth/guard.test.ts')('S-11', 'logins from our own pages', 'checkCsrf(request)', ''),
  of('api/auth/account/second-factor.ts', 'api/auth/guard.test.ts')('S-11', 'challenges for our own pages', "async request => {\n      checkCsrf(request)", 'async request => {'),
  of('api/auth/account/second-factor.ts', 'api/auth/guard.test.ts')('S-11', 'passkeys from our own pages', "async (request, reply) => {\n      checkCsrf(request)", 'async (request, reply) => {'),
  renewed('S-08', 'the password entered again renews the token', 'await renewSession(sql, hash, now())', "(await renewSession(sql, Buffer.of(), now())) && (readCookie(request, 'sid') ?? '')"),
  of('api/auth/accounts.ts', 'api/auth/account/password.test.ts')('S-10', 'a new password ends other sessions', 'await revokeAll(sql, id, but)', 'if (!but) await revokeAll(sql, id)'),
  password('S-58', 'the current password is required', 'await verify(request, { username, password: current })', 'await Promise.resolve(true)'),
  password('S-58', 'a common password is refused', 'await passwordFault(next, username)', "''"),
  password('S-58', 'a new password is another one', 'if (next === current)', 'if (next === "")'),
  printed('S-58', 'a printed password opens nothing', 'if (session.mustChangePassword)', 'if (false)'),
  accountStore('S-58', 'a reset password is a printed one', 'must_change_password = ${printed}', 'must_change_password = false'),
  accountStore('S-58', 'a first password is a printed one', '${now}, ${printed}, ${given ? hash : null})', '${now}, false, ${given ? hash : null})'),
  accountStore('S-58', 'a change lets no disabled account in', 'CASE WHEN ${given || printed} THEN NULL ELSE disabled_at END', 'NULL'),
  own('S-59', 'a session is ended by its owner', ' AND account_id = ${accountId} RETURNING 1', ' RETURNING 1'),
  own('S-59', 'log out everywhere', 'await revokeAll(sql, sessionOf(request).accountId)', ''),
  own('S-59', 'ending a session asks for the password', "role: 'viewer', confirm: true", "role: 'viewer', confirm: false"),
  secondStep('S-60', 'a code is required', 'if (code === undefined)', "if (code === undefined) return 'password'\n  if (code === undefined)"),
  secondStep('S-60', 'a wrong code is refused', 'return used ??', "return used ?? 'totp' ??"),
  factor('S-60', 'a code works once', ' AND last_step < ${step} RETURNING 1', ' RETURNING 1'),
  factor('S-60', 'one step of drift', 'DRIFT_STEPS = 1', 'DRIFT_STEPS = 2'),
  guesses('S-60', 'guessing codes waits', 'if (wait > 0) throw tooManyTries(what, wait)', ''),
  factor('S-60', 'a recovery code works once', 'DELETE FROM staff_recovery_codes WHERE account_id = ${accountId} AND code_hash = ${codeHash(plain)} RETURNING 1', 'SELECT 1 FROM staff_recovery_codes WHERE account_id = ${accountId} AND code_hash = ${codeHash(plain)}'),
  factor('S-60', 'a recovery code is its owner’s', 'WHERE account_id = ${accountId} AND code_hash', 'WHERE code_hash'),
  factor('S-60', 'codes go with the last factor', 'if (!hasAny) await sql', 'if (hasAny) await sql'),
  factorRoute('S-60', 'a new factor ends other sessions', '      await revokeAll(sql, accountId, hash)\n      return { recoveryCodes: await', '      return { recoveryCodes: await'),
  factorRoute('S-60', 'a removed factor ends other sessions', '      await revokeAll(sql, accountId, hash)\n      return reply', '      return reply'),
  newPasskey('S-61', 'a new passkey ends other sessions', '      await revokeAll(sql, accountId, hash)\n      const', '      const'),
  newPasskey('S-16', 'factors change only after the password', "confirm: true, setup: 'factor'", "confirm: false, setup: 'factor'"),
  account('accounts', 'second-factor')('S-60', 'factors that are forgotten end sessions', '    await sql`DELETE FROM ${sql(table)} WHERE account_id = ${id}`\n  await revokeAll(sql, id)', '    await sql`DELETE FROM ${sql(table)} WHERE account_id = ${id}`'),
  factor('S-60', 'a recovery code is stored as a hash', "createHash('sha256').update(plain).digest()", 'Buffer.from(plain)'),
  secondStep('S-17', 'a refused second step is audited', "    await note(sql, request, 'login.refused', account.username, now, { because })\n", ''),
  required('S-60', 'staff need a factor', 'return needsFactor && !session.hasFactor', 'return needsFactor && !needsFactor'),
  foreignPasskey('S-61', 'a passkey is its owner’s', 'if (owner?.id === account.id)', 'if (owner)'),
  passkey('S-61', 'the page is ours', 'expectedOrigin: origin,', 'expectedOrigin: [origin, "https://evil.example"],'),
  passkey('S-61', 'the device saw who unlocked it', 'requireUserVerification: true', 'requireUserVerification: false'),
  of('infra/stores/signed-token.ts', 'api/auth/account/passkeys.test.ts')('S-61', 'a challenge works once', 'return rows.length === 1', 'return rows.length < 2'),
  passkey('S-61', 'a challenge runs out', 'now.getTime() - read.at <= CHALLENGE_MS && ', ''),
  passkey('S-61', 'a challenge is ours', 'return read !== null && now.getTime() - read.at', 'return read === null || now.getTime() - read.at'),
  passkey('S-61', 'a disabled account', ' AND a.disabled_at IS NULL', ''),
  newPasskey('S-61', 'a new passkey answers its account’s challenge', 'useChallenge(sql, `add ${accountId}`, challenge, now())', 'Promise.resolve(challenge !== "")'),
  ownPasskey('S-61', 'a passkey is removed by its owner', 'WHERE account_id = ${accountId} AND id = ${id}', 'WHERE id = ${id}'),
  account('throttle', 'passkeys')('S-61', 'trying passkeys waits', 'if (wait > 0) throw tooManyTries(what, wait)', ''),
  sessions('S-09', 'idle sessions end', 'idle > IDLE_MS || ', ''),
  sessions('S-09', 'sessions end at last', ' || now.getTime() - createdAt.getTime() > ABSOLUTE_MS', ''),
  sessions('S-10', 'a disabled account has no session', 'if (disabled || idle', 'if (idle'),
  of('api/auth/accounts.ts', 'api/live/routes.test.ts')('S-10', 'disabling ends streams at once', 'if (disabled) await revokeAll(sql, id)\n  else await announceRevocation(sql)', ''),
  of('api/auth/account/account-routes.ts', 'api/live/routes.test.ts')('S-10', 'ending one session ends its streams', '      await announceRevocation(sql)\n', ''),
  revoked('S-10', 'a logout ends streams', 'WHERE token_hash = ${hash}`\n  await announceRevocation(sql)', 'WHERE token_hash = ${hash}`'),
  revoked('S-10', 'revocation is announced', '\'{"changed":[],"revoked":true}\'', '\'{"changed":[]}\''),
  live('S-10', 'streams hear of revocation', 'if (note.revoked) endRevoked()', 'if (note.revoked && !note.changed) endRevoked()'),
  of('api/auth/sessions.ts', 'api/auth/throttle.test.ts')('S-10', 'a reset forgets known browsers', '  await sql`DELETE FROM staff_devices WHERE account_id = ${accountId}`\n', ''),
  of('api/live/event-stream.ts', 'api/live/event-stream.test.ts')('S-20', 'a browser that does not read is cut off', 'raw.writableLength > BEHIND_AT_MOST_BYTES', 'raw.writableLength > Number.POSITIVE_INFINITY'),
  live('S-20', 'streams of a session', '.length >= STREAMS_PER_SESSION', '.length >= 100_000'),
  live('S-20', 'streams in all', 'if (taken.size >= STREAMS_AT_ALL)', 'if (taken.size >= 100_000)'),
  live('S-20', 'a stream takes its place before it waits', 'const leave = takePlace(session)', 'await look()\n      await listener.listening()\n      await sleep(50)\n      const leave = takePlace(session)\n      void 0'),
  csrf('S-11', 'only JSON', 'else if (hasBody && ', 'else if (hasBody && false && '),
  csrf('S-11', 'only our own pages', 'if (!isOwnPage(request))', 'if (false)'),
  csrf('S-11', 'no sibling site', "site === 'same-origin' || ", "site === 'same-origin' || site === 'same-site' || "),
  of('ingest/app.ts', 'ingest/app.test.ts')('S-12', 'no credentials', "methods: ['POST'],", "methods: ['POST'], credentials: true,"),
  of('ingest/app.ts', 'ingest/app.test.ts')('S-12', 'only named hosts', '!origin || (tagHosts.allowed()?.has(hostOf(origin)) === true && origin)', 'origin ?? true'),
  guard('S-13', 'a session is required', "if (!session) throw new HttpError(401, 'Please log in.')", ''),
  guard('S-13', 'a route names its access', 'if (!config?.access) throw', 'if (false) throw'),
  guard('S-54', 'a route says whether it asks', "if (config.access === 'staff' && config.confirm === undefined)", 'if (false)'),
  of('api/auth/guard.ts', 'api/auth/roles.test.ts')('S-15', 'a role is demanded', 'demandRole(session, asked)\n', ''),
  of('api/deps.ts', 'api/auth/roles.test.ts')('S-15', 'only owners', "FOR_OWNERS = { access: 'staff', role: 'owner'", "FOR_OWNERS = { access: 'staff', role: 'staff'"),
  of('api/contract/roles.ts', 'api/auth/roles.test.ts')('S-15', 'roles have an order', 'ROLES.indexOf(role) >= ROLES.indexOf(needed)', 'ROLES.indexOf(role) >= 0'),
  of('infra/migrations/postgres/001_baseline.sql', 'api/auth/roles.test.ts')('S-15', 'the last owner stays', 'AFTER UPDATE OF role, disabled_at OR DELETE ON staff_accounts', 'AFTER UPDATE OF created_at ON staff_accounts'),
  of('api/auth/guard.ts', 'api/auth/roles.test.ts')('S-17', 'refused calls are audited', ' || statusCode === 403', ''),
  of('api/auth/guard.ts', 'api/auth/roles.test.ts')('S-17', 'what an account may do is audited', 'NOTED.includes(name)', 'name.length < 0'),
  roles('S-15', 'a route names its role', 'if (!config.role) throw', 'if (false) throw'),
  roles('S-15', 'no read token on a write', 'if (config.bearer &&', 'if (false &&'),
  of('api/auth/roles.ts', 'api/auth/viewer.test.ts')('S-15', 'free texts and names of staff', "fields.includes(key) ? '' : value", 'fields.includes(key) ? value : value'),
  of('api/auth/roles.ts', 'api/auth/read-tokens.test.ts')('S-56', 'routes only for sessions', 'if (session.isToken && !bearer)', 'if (false)'),
  of('api/auth/bearer.ts', 'api/auth/roles.test.ts')('S-10', 'a lowered role ends streams', '?.role === role', '?.role !== undefined'),
  bearer('S-10', 'a revoked token ends streams', '?.works === true', '?.works !== false'),
  bearer('S-56', 'a creator who left', 'if (!found?.works)', 'if (!found)'),
  bearer('S-56', 'tokens only over https', '  demandHttps(request', '  void (request'),
  bearer('S-56', 'wrong tokens wait', 'if (wait > 0)', 'if (wait > 1e9)'),
  bearer('S-17', 'the first use is audited', 'if (found.isFirstUse)', 'if (false)'),
  bearer('S-56', 'calls of a minute', '<= CALLS_A_MINUTE', '<= 1e9'),
  bearer('S-56', 'the scope', "figures: 'viewer'", "figures: 'staff'"),
  tokenRoutes('S-56', 'a revoked token', '`DELETE FROM read_tokens WHERE id = ${id} RETURNING name`', '`SELECT name FROM read_tokens WHERE id = ${id}`'),
  tokenRoutes('S-10', 'revoking ends streams', '      await announceRevocation(sql)\n', ''),
  tokenRoutes('S-17', 'a token that is made is audited', "await note(sql, request, 'token.created'", "if (!sql) await note(sql, request, 'token.created'"),
  tokenRoutes('S-17', 'a token that is revoked is audited', "await note(sql, request, 'token.revoked'", "if (!sql) await note(sql, request, 'token.revoked'"),
  bearer('S-17', 'a refused token is audited', "await note(sql, request, 'token.refused'", "if (!sql) await note(sql, request, 'token.refused'"),
  of('api/auth/read-token-routes.ts', 'api/auth/step-up-routes.test.ts')('S-16', 'read tokens', 'confirm: true', 'confirm: false'),
  invited('S-57', 'once', 'if (found.isUsed)', 'if (false)'),
  invited('S-57', 'a day', 'if (found.isExpired)', 'if (false)'),
  invited('S-57', 'an inviter who left', 'if (!found.holds)', 'if (false)'),
  invited('S-57', 'an earlier link ends', 'AND used_at IS NULL`', 'AND false`'),
  invited('S-57', 'the role of the invitation', 'createAccount(transaction, { username, password, role }, now)', "createAccount(transaction, { username, password, role: 'owner' }, now)"),
  of('api/auth/sessions.ts', 'api/auth/team/invitations.test.ts')('S-57', 'the token is stored as a hash', "createHash('sha256').update(token).digest()", 'Buffer.from(token)'),
  invited('S-17', 'an accepted invitation is audited', "await note(sql, request, 'invitation.accepted'", "if (!sql) await note(sql, request, 'invitation.accepted'"),
  team('S-16', 'the team', '{ ...FOR_OWNERS, confirm: true } as const', '{ ...FOR_OWNERS, confirm: false } as const'),
  of('api/auth/team/routes.ts', 'api/auth/team/invitations.test.ts')('S-11', 'invitations from our own pages', 'checkCsrf(request)', ''),
  of('api/notifications/queue.ts', 'api/notifications/queue.test.ts')('S-15', 'no mail to viewers', "role <> 'viewer' AND email", 'email'),
  asks('S-16', 'a fixed demand', "if (confirm === true) demandPassword(request, 'always', now())", ''),
  asks('S-54', 'a demand that depends', 'if (why) demandPassword(request, why, now())', ''),
  asks('S-16', 'the password grows old', 'confirmedAt.getTime() > CONFIRMED_FOR_MS', 'confirmedAt.getTime() > 1e12'),
  of('api/auth/guard.ts', 'api/inbox/contact-reads.test.ts')('S-17', 'a demand on a reading call is audited', ' || dangerOf(request) !== null', ''),
  route('inbox/csv')('S-16', 'exports', 'confirm: true', 'confirm: false'),
  route('campaigns/domain-config')('S-16', 'the domain', 'confirm: true', 'confirm: false'),
  of('api/inbox/routes.ts', 'api/inbox/contact-reads.test.ts')('S-54', 'contacts in bulk', 'confirm: readsInBulk', 'confirm: () => null'),
  route('campaigns/routes')('S-54', 'links that leave', '=> leadsOutside(deps, request)', '=> (deps && request ? null : null)'),
  of('api/campaigns/domain-config.ts', 'api/auth/step-up-routes.test.ts')('S-54', 'the Host header is no configuration', 'own === null ? isLocalHost(link.hostname) :', 'own === null ? true :'),
  of('api/inbox/routes.ts', 'api/inbox/contact-reads.test.ts')('S-54', 'many pages are audited', 'await noteCall(sql,', 'if (sql.length > 9) await noteCall(sql,'),
  audited('S-17', 'changes are audited', "!['GET', 'HEAD', 'OPTIONS'].includes(request.method) ||", 'false ||'),
  of('api/auth/enter.ts', 'api/auth/audit.test.ts')('S-17', 'logins are audited', "await note(sql, request, 'login.accepted', account.username, now, detail)", ''),
  of('api/auth/routes.ts', 'api/auth/audit.test.ts')('S-17', 'failed logins are audited', "      await note(sql, request, 'login.refused', account?.username ?? 'nobody', now)\n", ''),
  of('api/auth/staff-command.ts', 'api/auth/audit.test.ts')('S-17', 'commands are audited', "      await done('disable')\n", ''),
  of('infra/migrations/postgres/001_baseline.sql', 'api/auth/audit.test.ts')('S-17', 'entries are only added', "RAISE EXCEPTION 'The audit log is only added to';", 'RETURN NEW;'),
  of('api/auth/guard.ts', 'api/auth/audit-events.test.ts')('S-17', 'ids of records are audited', '...(records.length > 0 && { records })', ''),
  auditEvents('S-17', 'calls without a session cannot fill the log', 'if (written.has(key) || written.size >= MOST_SPARSE) return', ''),
  auditEvents('S-17', 'entries reach the process’s log', '  mirror(entry)\n', ''),
  oidc('S-62', 'an equal address takes no account over', "if (await findAccount(sql, email)) throw new OidcRefusal('exists')", ''),
  oidc('S-62', 'an address is verified', 'isVerified !== true || ', ''),
  oidc('S-62', 'domains are held to the list', "if (!emailDomains.includes(address.split('@')[1] ?? '')) throw new OidcRefusal('domain', { actor })", ''),
  oidc('S-62', 'a disabled account stays out', "if (known?.disabledAt) throw new OidcRefusal('disabled', { actor })", ''),
  oidc('S-62', 'roles are held to the list', "if (named.length !== 1 || typeof role !== 'string') throw", "if (typeof role !== 'string') throw"),
  oidc('S-62', 'a changed role ends sessions', '  await revokeAll(sql, id)\n', ''),
  oidc('S-62', 'an identity is of one account', "if (known && connectTo && known.id !== connectTo) throw new OidcRefusal('taken', { actor })", ''),
  oidc('S-62', 'the authentication context', "if (settings.acr && claims.acr !== settings.acr) throw new OidcRefusal('strength', { actor })", ''),
  oidcRoutes('S-62', 'a login is connected by a recent password', "if (kept.purpose === 'connect' && !isRecent) throw", "if (kept.purpose === 'connect' && !session) throw"),
  oidcRoutes('S-62', 'the start is of our own page', '      checkCsrf(request)\n', ''),
  oidcRoutes('S-62', 'codes are guessed slowly', "if ((await claimTry(sql, network, now())) > 0) throw new OidcRefusal('throttled')", ''),
  oidcRoutes('S-62', 'only a stated time is a recent authentication', '(claims.auth_time ?? 0) * 1000', 'now().getTime()'),
  provider('S-62', 'signatures are verified', 'const execute = [client.enableNonRepudiationChecks]', 'const execute: ((config: client.Configuration) => void)[] = []'),
  provider('S-62', 'PKCE', "code_challenge_method: 'S256',", "code_challenge_method: 'plain',"),
  provider('S-62', 'state', 'expectedState: state', 'expectedState: client.skipStateCheck'),
  provider('S-62', 'nonce', 'nonce: client.randomNonce()', "nonce: 'n'.repeat(43)"),
  provider('S-62', 'a confirmation is recent', '...(confirm && { maxAge: FRESH_S }),', ''),
  oidcRoutes('S-17', 'a refused single sign-on is audited', "await note(sql, request, 'login.refused'", "if (!sql) await note(sql, request, 'login.refused'"),
  of('api/contract/session.ts', 'api/auth/oidc/oidc.test.ts')('S-62', 'it leads back only to the dashboard', '/^\\/admin(?:[/?#][!-[\\]-~]*)?$/', '/^\\/.*$/'),
  http('S-18', 'no proxy is believed', 'trustProxy.length ? trustProxy : false', 'true'),
  limits('S-19', 'forms of a minute', "await count(sql, { subject, period: 'minute', length: MINUTE_MS, most: perMinute, now })", ''),
  limits('S-19', 'forms of a day', 'most: perMinute * MINUTES_A_DAY', 'most: perMinute * 9999'),
  http('S-20', 'size of a body', 'bodyLimit = 256 * 1024', 'bodyLimit = 256 * 1024 * 1024'),
  http('S-20', 'depth of a body', 'if (!request.routeOptions.config.anyDepth) refuseDeep(request.body)\n', ''),
  of('infra/platform/http/http.ts', 'infra/platform/http/connections.long.test.ts')('S-20', 'connections', 'app.server.maxConnections = options.maxConnections', 'app.server.maxConnections = 100_000'),
  http('S-20', 'time for a header', 'headersTimeout: HEADERS_WITHIN_MS', 'headersTimeout: 60_000'),
  of('api/health.ts', 'api/health.test.ts')('S-20', 'concurrent health checks share one look', 'const SHARED_FOR_MS = 1_000', 'const SHARED_FOR_MS = -1'),
  forms('S-11', 'forms from our own pages', 'if (!isOwnPage(request))', 'if (false)'),
  forms('S-21', 'honeypot', "carried.leaveBlank ? 'honeypot' : ", ''),
  forms('S-21', 'a token once', "(replayed ? 'replayed_token' : '')", "''"),
  of('infra/stores/signed-token.ts', 'api/forms/abuse.test.ts')('S-21', 'signature', 'if (given.length !== expected.length || !timingSafeEqual(given, expected))', 'if (given.length === 1)'),
  formToken('S-21', 'too fast', "if (age < FASTEST_MS) return { reason: 'too_fast', nonce }", ''),
  formToken('S-21', 'too late', "age > SLOWEST_MS ? 'expired_token' : ''", "''"),
  of('ingest/text.ts', 'api/forms/abuse.test.ts')('S-22', 'characters that reorder text are removed', 'withoutHidden(withFewMarks(whole(value)))', 'withFewMarks(whole(value))'),
  of('ingest/text.ts', 'api/forms/abuse.test.ts')('S-22', 'text is normalised to NFC', ".normalize('NFC')", ''),
  csv('S-23', 'formulas', "FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell", 'cell'),
  csv('S-23', 'full-width signs', '\\uff1d\\uff0b\\uff0d\\uff20]|', ']|'),
  csv('S-23', 'later cells', 'whole.replace(LATER_FORMULA, "$1\'$2")', 'whole'),
  csv('S-23', 'quotes', "text.replaceAll('\"', '\"\"')", 'text'),
  links('S-24', 'one recipient', "encode(address.trim()).replaceAll('%40', '@')", 'address.trim()'),
  links('S-24', 'one line of subject', "subject.replace(/[\\r\\n]+/g, ' ')", 'subject'),
  outsideLinks('S-25', 'only web addresses', 'parseWebLink(address)?.href ?? null', 'address'),
  webLink('S-25', 'no credentials', "url.username === '' && url.password === ''", 'true'),
  webLink('S-25', 'no signs that browsers repair', '/[\\s\\\\]|\\p{Cc}/u.test(text) || ', ''),
  of('api/contract/fields/web-link.ts', 'api/campaigns/routes.test.ts')('S-25', 'only https', "url.protocol === 'https:' || isLocalHost(url.hostname)", 'true'),
  httpLog('S-31', 'controls that JSON leaves', '[\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]', '[\\u0001]'),
  literals('S-32', 'quotes', "/[\\\\'\\0]/g", '/[\\\\\\0]/g'),
  literals('S-32', 'backslashes', "/[\\\\'\\0]/g", "/['\\0]/g"),
  httpLog('S-36', 'networks in the log', "network: networkOf(ip ?? '')", "network: ip ?? ''"),
  of('infra/platform/network.ts', 'infra/platform/network.test.ts')('S-36', 'three bytes of an address', "`${address.octets.slice(0, 3).join('.')}.0/24`", 'address.toString()'),
  kept('S-38', 'leads', 'if (leadsDays > 0)', 'if (leadsDays < 0)'),
  kept('S-38', 'deleted records', 'await remove(sql`deleted_at < ', 'await remove(sql`false AND deleted_at < '),
  kept('S-38', 'the audit log', 'if (keep.auditDays > 0) {', 'if (keep.auditDays < 0) {'),
  of('api/housekeeping.ts', 'api/forms/click-ids.test.ts')('S-38', 'ids of clicks', 'DELETE FROM click_ids WHERE', 'DELETE FROM click_ids WHERE false AND'),
  clickIds('S-37', 'no id of a click while the setting is off', 'config.clickIds && carried.adClick', 'carried.adClick'),
  adClickKept('S-37', 'no id of a click is kept while the setting is off', 'clickIds ? arrival.search', 'true ? arrival.search'),
  of('frontend/src/site/forms/ad-click.ts', 'frontend/src/track/ad-click.test.ts')('S-38', 'no form sends the id of an old click', '< USEFUL_MS', '< Number.POSITIVE_INFINITY'),
  of('frontend/src/track/identity.ts', 'frontend/src/track/ad-click.test.ts')('S-40', 'refused consent deletes the click id', '|ad_click$', ''),
  adClickKept('S-40', 'no click id before consent', 'if (clicked) recorder.whenAllowed(() => store.set(AD_CLICK, landedAt + clicked.join(\'\')))', 'if (clicked) store.set(AD_CLICK, landedAt + clicked.join(\'\'))'),
  of('api/contract/fields/click-ids.ts', 'api/forms/click-ids.test.ts')('S-53', 'ids are letters, digits, hyphens and underscores', '/^[\\w-]{4,512}$/', '/^.{4,512}$/'),
  conversions('S-37', 'spam is sent to no platform', "WHERE deleted_at IS NULL AND spam_reason = '' AND (status", 'WHERE deleted_at IS NULL AND (status'),
  conversions('S-37', 'deleted leads are sent to no platform', "WHERE deleted_at IS NULL AND spam_reason = '' AND (status", "WHERE spam_reason = '' AND (status"),
  of('api/auth/csrf.ts', 'api/conversions/routes.test.ts')('S-48', 'passwords only over https', "request.protocol !== 'https' && !isLocal", "request.protocol === 'ftp'"),
  fetchedOften('S-06', 'guesses of a platform’s password wait', 'if (wait > 0) throw tooManyTries(what, wait)', ''),
  fetched('S-17', 'a file that is fetched is audited', "'conversions.fetched'", "'read'"),
  credentials('S-49', 'a platform’s password is required', 'if (!timingSafeEqual(given, known?.stored ?? tokenHash(\'\')) || !known) return null', 'if (!known || !timingSafeEqual(given, given)) return null'),
  credentials('S-13', 'a credential opens one file', 'AND platform = ${platform}`', 'AND ${platform} <> \'\'`'),
  onDisk('S-55', 'tables are rewritten', 'VACUUM (FULL, ANALYZE)', 'VACUUM (ANALYZE)'),
  onDisk('S-55', 'statistics with sample values are deleted', '    DELETE FROM pg_statistic USING pg_class\n', '    SELECT FROM pg_statistic, pg_class\n'),
  onDisk('S-55', 'the write-ahead log is released', '() => letGoOfWal(one)', 'async () => undefined'),
  onDisk('S-55', 'segments are not used again', 'await sql`ALTER SYSTEM SET wal_recycle = off`', 'return leaveSegments(sql)'),
  of('ingest/accept.ts', 'ingest/accept.test.ts')('S-22', 'test events of others', 'sessionId.startsWith(CANARY_SESSION) && ', 'sessionId === "" && '),
  of('infra/platform/http/headers.ts', 'infra/platform/http/http.test.ts')('S-41', 'nosniff', "  'x-content-type-options': 'nosniff',\n", ''),
  of('infra/platform/http/headers.ts', 'infra/platform/http/http.test.ts')('S-41', 'policy of data', "default-src 'none'", "default-src 'self'"),
  of('infra/app/site/headers.ts', 'infra/app/site/site.test.ts')('S-41', 'policy of pages', '"\'self\'", ...scriptHashes', '"\'self\'", "\'unsafe-inline\'", ...scriptHashes'),
  of('infra/platform/http/sentences.ts', 'infra/platform/http/http.test.ts')('S-44', 'errors reveal nothing internal', "return 'Something went wrong on our side. It has been logged; please try again.'", 'return error.message'),
  of('infra/platform/env.ts', 'infra/platform/env.test.ts')('S-45', 'weak secrets', '    refuse(weakSecrets(parsed.data))\n', ''),
  of('infra/platform/env.ts', 'infra/platform/env/notify.test.ts')('S-45', 'a weak secret of the webhook', '    refuse(webhookFaults(parsed.data))\n', ''),
  of('api/notifications/webhook/public-request.ts', 'api/notifications/webhook/post.test.ts')('S-27', 'only public addresses', "address.range() === 'unicast'", "address.range() !== 'loopback'"),
  of('api/notifications/webhook/public-request.ts', 'api/notifications/webhook/post.test.ts')('S-27', 'every address that a name has', 'addresses.find(', 'addresses.slice(0, 1).find('),
  of('api/notifications/webhook/public-request.ts', 'api/notifications/webhook/post.test.ts')('S-27', 'addresses without a name', '    refuseAddress(target.hostname, allowHosts)\n', ''),
  of('api/notifications/webhook/post.ts', 'api/notifications/webhook/post.test.ts')('S-27', 'a short answer', 'if (bytes > MOST_READ_BYTES) break', ''),
  of('api/campaigns/check-link.ts', 'api/campaigns/check-link.test.ts')('S-27', 'another port of the site is not the site', 'parseUrl(siteUrl)?.origin === at.url.origin', 'parseUrl(siteUrl)?.hostname === at.url.hostname'),
  of('api/notifications/webhook/post.ts', 'api/notifications/webhook/post.test.ts')('S-49', 'the time is signed', '`${id}.${timestamp}.${body}`', '`${id}.${body}`'),
  of('api/notifications/mail/smtp.ts', 'api/notifications/told.test.ts')('S-30', 'mail is text', 'text: textOf(message)', 'html: textOf(message)'),
  of('api/notifications/messages.ts', 'api/notifications/told.test.ts')('S-30', 'no contact data of tags', "withoutContactData(String(touch[name] ?? '').slice(0, 255))", "String(touch[name] ?? '').slice(0, 255)"),
  of('infra/platform/env.ts', 'infra/platform/env.test.ts')('S-48', 'TLS verifies the peer', '(allow|prefer|require)', '(allow)'),
  of('infra/stores/signed-token.ts', 'infra/rigs/security/compared-secrets.test.ts')('S-49', 'constant time', '!timingSafeEqual(given, expected)', '!given.equals(expected)'),
  of('infra/platform/http/body.ts', 'infra/platform/http/http.test.ts')('S-50', 'no uploads', "app.addContentTypeParser('text/plain',", "app.addContentTypeParser(['text/plain', 'multipart/form-data'],"),
  of('frontend/src/track/consent.ts', 'frontend/src/track/tracker.test.ts')('S-40', 'GPC', 'signals.globalPrivacyControl === true || ', ''),
  of('frontend/src/track/consent.ts', 'frontend/src/track/tracker.test.ts')('S-40', 'DNT', " || signals.doNotTrack === '1'", ''),
  of('infra/rigs/security/audit.ts', 'infra/rigs/security/supply-chain.test.ts')('S-47', 'the audit fails for a grave advisory', "const GRAVE = ['high', 'critical']", "const GRAVE = ['critical']"),
]
