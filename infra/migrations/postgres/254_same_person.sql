-- One browser is not one person. What was told of a sender's trial and onboarding because of a shared session is told again.
UPDATE leads SET event_version = event_version + 1 WHERE session_id <> '' AND (told_trial OR told_onboarding);
