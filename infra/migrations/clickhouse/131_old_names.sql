-- What 130 made anew. In a file of its own: 130 can be applied again until it is noted, as long as these are there.
DROP TABLE IF EXISTS {db}.traffic_quarters;
DROP TABLE IF EXISTS {db}.variant_quarters;
DROP TABLE IF EXISTS {db}.arm_minutes;
DROP TABLE IF EXISTS {db}.arm_quarters;
DROP TABLE IF EXISTS {db}.visitor_quarters;
DROP TABLE IF EXISTS {db}.landing_quarters;
DROP TABLE IF EXISTS {db}.device_quarters;
