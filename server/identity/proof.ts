import type { Check } from '#server/ledger/ledger.ts'

/** Checks that logins and the directories that sign-in finds them by agree. */
export const loginProofs: readonly Check[] = [
  {
    name: 'login-not-found-by-its-names',
    says: 'a login is found by its mobile, unless its person was forgotten, and by its name if it has one; no other mobile or name finds a login',
    query: `SELECT login_id AS subject, json_build_object('kind', kind, 'byMobile', mobiles > 0, 'byName', names > 0) AS found
              FROM login
              FULL JOIN (SELECT cell, account_id, login_id, mobile_hash, 1 AS mobiles FROM login_by_mobile) AS mobile
                        USING (cell, account_id, login_id, mobile_hash)
              FULL JOIN (SELECT cell, account_id, login_id, login_name, 1 AS names FROM login_by_name) AS name
                        USING (cell, account_id, login_id, login_name)
             WHERE kind IS NULL
                OR (mobile_hash IS NULL) <> (mobiles IS NULL)
                OR (login_name IS NULL) <> (names IS NULL)`,
  },
]
