/**
 * SQL for the decision path, which reads cards and money in one statement: how the tables of cards are written stays in
 * this room. Locks are the caller's: it locks money rows, and a card row after them where it must.
 */

/** What the rules need of a card: `number`, `card` and `range` are the aliases of {@link cardsByNumberSql}. */
export const decidedCardColumns = `number.pan_hmac, number.cvc_enc, card.account_id, card.card_id, card.la_id, card.owner_sub_uid, card.issuer_id,
       card.status, card.blocks, card.expires_at, card.exp_month, card.exp_year, coalesce(encode(card.zip_hash, 'hex'), card.zip_code) AS zip, card.vid,
       range.avs = 'IF_GIVEN' AS checks_zip, range.three_ds, range.currency`

/** A FROM item: the cards with these numbers. `hashes` is the placeholder of a bytea[] made by `panHash`. */
export const cardsByNumberSql = (hashes: string): string =>
  `card_number AS number
       JOIN card USING (account_id, card_id)
       JOIN card_range AS range USING (vid)
      WHERE number.pan_hmac = ANY (${hashes}::bytea[])`

/** Where the money of these cards is, to be locked before anything else of them is read. `hashes` as above. */
export const moneyByNumberSql = (hashes: string): string =>
  `SELECT card.la_id
     FROM card_number AS number
     JOIN card USING (account_id, card_id)
    WHERE number.pan_hmac = ANY (${hashes}::bytea[])`
