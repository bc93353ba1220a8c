-- What a decision that declined had before it: the card's balance, what it had spent, and what the limits that were asked had counted (server/trades/rules/seen.ts), as JSON: text of it takes half of what jsonb does. Empty for all others.
ALTER TABLE auth ADD COLUMN seen text;
