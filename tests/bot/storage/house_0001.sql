BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE commands (
	interaction_id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	CONSTRAINT pk_commands PRIMARY KEY (interaction_id), 
	CONSTRAINT fk_commands_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 STRICT

;
INSERT INTO "commands" VALUES(77,2,1);
CREATE TABLE events (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	type TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "events" VALUES(1,1,1000,'opened',1,'{}');
INSERT INTO "events" VALUES(1,2,1500,'nodded',1,'{}');
INSERT INTO "events" VALUES(1,3,1500,'nodded',1,'{}');
INSERT INTO "events" VALUES(1,4,1500,'nodded',1,'{}');
INSERT INTO "events" VALUES(2,1,1000,'opened',1,'{}');
CREATE TABLE game_players (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	adversary_id INTEGER NOT NULL, 
	seat TEXT NOT NULL, 
	won INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	voles INTEGER NOT NULL, 
	kings INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	CONSTRAINT pk_game_players PRIMARY KEY (table_id, game_no, user_id), 
	CONSTRAINT ck_game_players_won_or_not CHECK (won IN (0, 1)), 
	CONSTRAINT fk_game_players_games FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "game_players" VALUES(1,1,1300000000000000001,1300000000000000002,'north',1,5,1,0,5);
INSERT INTO "game_players" VALUES(1,1,1300000000000000002,1300000000000000001,'south',0,3,0,1,5);
INSERT INTO "game_players" VALUES(1,2,1300000000000000001,1300000000000000002,'north',0,5,1,0,5);
INSERT INTO "game_players" VALUES(1,2,1300000000000000002,1300000000000000001,'south',0,3,0,1,5);
CREATE TABLE games (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	started_at INTEGER NOT NULL, 
	ended_at INTEGER NOT NULL, 
	winner TEXT, 
	how TEXT NOT NULL, 
	north_score INTEGER NOT NULL, 
	south_score INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (table_id, game_no), 
	CONSTRAINT fk_games_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "games" VALUES(1,1,1100000000000000001,4000,5000,'north','points',5,3,5,'cavendish');
INSERT INTO "games" VALUES(1,2,1100000000000000001,5000,6000,NULL,'void',5,3,5,'cavendish');
CREATE TABLE guilds (
	guild_id INTEGER NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
)
 STRICT

;
INSERT INTO "guilds" VALUES(1100000000000000001,'{"language":"fr"}');
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id), 
	CONSTRAINT ck_heartbeat_one_row CHECK (id = 1)
)
 STRICT

;
INSERT INTO "heartbeat" VALUES(1,9000);
CREATE TABLE messages (
	table_id INTEGER NOT NULL, 
	slot TEXT NOT NULL, 
	channel_id INTEGER NOT NULL, 
	message_id INTEGER NOT NULL, 
	state_hash TEXT NOT NULL, 
	updated_at INTEGER NOT NULL, 
	CONSTRAINT pk_messages PRIMARY KEY (table_id, slot), 
	CONSTRAINT fk_messages_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE players (
	user_id INTEGER NOT NULL, 
	name TEXT, 
	preferences TEXT DEFAULT '{}' NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (user_id)
)
 STRICT

;
INSERT INTO "players" VALUES(1300000000000000001,'Alice','{}');
INSERT INTO "players" VALUES(1300000000000000002,'Bruno','{}');
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "seats" VALUES(1,1300000000000000001);
INSERT INTO "seats" VALUES(2,1300000000000000001);
INSERT INTO "seats" VALUES(1,1300000000000000002);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id INTEGER NOT NULL, 
	channel_id INTEGER NOT NULL, 
	thread_id INTEGER, 
	status TEXT NOT NULL, 
	north_id INTEGER, 
	south_id INTEGER, 
	challenger_id INTEGER NOT NULL, 
	challenged_id INTEGER, 
	version INTEGER NOT NULL, 
	deadline INTEGER, 
	opened_at INTEGER NOT NULL, 
	updated_at INTEGER NOT NULL, 
	CONSTRAINT ck_tables_closed_waits_for_nothing CHECK (status <> 'closed' OR deadline IS NULL)
)
 STRICT

;
INSERT INTO "tables" VALUES(1,1100000000000000001,1200000000000000001,NULL,'playing',1300000000000000001,1300000000000000002,1300000000000000001,1300000000000000002,4,2000,1000,1000);
INSERT INTO "tables" VALUES(2,1100000000000000001,1200000000000000001,NULL,'challenge',NULL,NULL,1300000000000000001,1300000000000000002,1,2000,1000,1000);
CREATE INDEX ix_tables_status ON tables (status, guild_id);
CREATE INDEX ix_tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX ix_seats_user ON seats (user_id);
CREATE INDEX ix_messages_message ON messages (message_id);
CREATE INDEX ix_games_guild ON games (guild_id, ended_at, table_id, game_no);
CREATE INDEX ix_game_players_user ON game_players (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',2);
COMMIT;
