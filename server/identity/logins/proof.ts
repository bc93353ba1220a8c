import type { Check } from '#server/ledger/ledger.ts'

/** Checks that sign-in finds every login and its inviter every account, and nothing else. */
export const loginProofs: readonly Check[] = [
  {
    name: 'login-not-found-by-its-mobile',
    says: 'a login is found by its mobile, unless its person was forgotten, and no other mobile finds a login',
    query: `SELECT login_id AS subject, json_build_object('login', kind IS NOT NULL, 'found', found IS NOT NULL) AS found
              FROM login
              FULL JOIN (SELECT cell, account_id, login_id, true AS found, array_agg(mobile_hash) AS hashes,
                                count(*) - count(DISTINCT key_id) AS more
                           FROM login_by_mobile GROUP BY 1, 2, 3) AS named
                        USING (cell, account_id, login_id)
             WHERE kind IS NULL
                OR (mobile_hash IS NULL) <> (found IS NULL)
                OR mobile_hash <> ALL (hashes)
                OR more > 0`,
  },
  {
    name: 'login-not-found-by-its-name',
    says: 'a login that has a name is found by it, and no other name finds a login',
    query: `SELECT login_id AS subject, json_build_object('login', kind IS NOT NULL, 'found', found IS NOT NULL) AS found
              FROM login
              FULL JOIN (SELECT cell, account_id, login_id, login_name, true AS found FROM login_by_name) AS named
                        USING (cell, account_id, login_id, login_name)
             WHERE kind IS NULL
                OR (login_name IS NULL) <> (found IS NULL)`,
  },
  {
    name: 'account-not-found-by-its-numbers',
    says: 'an account is found by the number that people see and by its invite code, and no other number finds an account',
    query: `SELECT account_id AS subject, json_build_object('account', real IS NOT NULL, 'found', found IS NOT NULL, 'kind', kind) AS found
              FROM (SELECT cell, account_id, kind, CASE kind WHEN 'INVITE' THEN invite_code ELSE user_no END AS code, true AS real
                      FROM account, unnest('{USER_NO,INVITE}'::text[]) AS kind OFFSET 0) AS numbers
              FULL JOIN (SELECT cell, account_id, kind, code, true AS found FROM account_code OFFSET 0) AS named
                        USING (cell, account_id, kind, code)
             WHERE real IS NULL OR found IS NULL`,
  },
]
