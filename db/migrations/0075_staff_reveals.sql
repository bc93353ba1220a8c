-- How much personal data one of the staff was shown in the clear on one day (days since 1970, Shanghai): it has a cap.
CREATE TABLE staff_reveal (
  staff_id text    NOT NULL REFERENCES staff,
  day      integer NOT NULL,
  kind     text    NOT NULL,
  times    integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (staff_id, day, kind)
);
