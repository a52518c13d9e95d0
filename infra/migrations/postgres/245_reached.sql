-- The furthest that a group ever was. A restored backup brings it along, so it tells figures that are being counted again from whole ones.
ALTER TABLE log_consumers ADD COLUMN reached bigint;
UPDATE log_consumers SET reached = next_offset;
