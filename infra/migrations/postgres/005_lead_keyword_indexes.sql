-- For the filters by keyword and by ad, in the inbox and in all counts of leads (the view counted_leads).
CREATE INDEX leads_by_keyword ON leads ((coalesce(first_touch ->> 'utm_term', '')), created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_ad ON leads ((coalesce(first_touch ->> 'utm_content', '')), created_at DESC, id DESC) WHERE deleted_at IS NULL;
