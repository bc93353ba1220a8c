-- Until when the answer to a request can be taken back, and what it left: the budget before and after, and the state of the permissions. A renewal is paid and stays.
ALTER TABLE sub_ask
  ADD COLUMN undo_until    timestamptz,
  ADD COLUMN budget_before bigint,
  ADD COLUMN budget_after  bigint,
  ADD COLUMN grant_version integer,
  ADD CONSTRAINT sub_ask_budget_changed CHECK ((budget_before IS NULL) = (budget_after IS NULL));
