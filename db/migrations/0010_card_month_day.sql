-- without a transaction
-- The cards of a segment by the day of the month on which they were opened, in Shanghai: their monthly fee is due on it.
DROP INDEX CONCURRENTLY IF EXISTS card_by_month_day;
CREATE INDEX CONCURRENTLY card_by_month_day ON card (vid, (extract(day FROM opened_at AT TIME ZONE interval '8 hours')::int)) WHERE status = 'ACTIVE';
