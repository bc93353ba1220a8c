-- When a login was last shown card numbers: the limit holds for any hour, not for each hour of the clock, around whose end twice as many could be seen.
CREATE TABLE card_reveals (
  login_id text          COLLATE "C" PRIMARY KEY,
  shown_at timestamptz[] NOT NULL
);
INSERT INTO card_reveals
SELECT login_id, array_fill(now(), ARRAY[shown])
  FROM card_reveal_count
 WHERE hour > now() - interval '1 hour';
DROP TABLE card_reveal_count;
