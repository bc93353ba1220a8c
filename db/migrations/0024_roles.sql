-- Rises with every change of what a sub-account may do; the server says it with every answer, so that a console that is open hears of it.
ALTER TABLE sub_account ADD COLUMN grant_version integer NOT NULL DEFAULT 1;
