-- How many contacts the session has been sent: each further thousand is a line of the audit log.
ALTER TABLE staff_sessions ADD COLUMN contacts_read integer NOT NULL DEFAULT 0;
