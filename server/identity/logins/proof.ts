import type { Check } from '#server/ledger/ledger.ts'

/** Checks that sign-in finds every login, and nothing that is no login. */
export const loginProofs: readonly Check[] = [
  {
    name: 'login-not-found-by-its-mobile',
    says: 'a login is found by its mobile, unless its person was forgotten, and no other mobile finds a login',
    query: `SELECT login_id AS subject, json_build_object('login', kind IS NOT NULL, 'found', found IS NOT NULL) AS found
              FROM login
              FULL JOIN (SELECT cell, account_id, login_id, mobile_hash, true AS found FROM login_by_mobile) AS named
                        USING (cell, account_id, login_id, mobile_hash)
             WHERE kind IS NULL
                OR (mobile_hash IS NULL) <> (found IS NULL)`,
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
]
