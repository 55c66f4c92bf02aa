BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	holder INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	balance INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT ck_accounts_known_kind CHECK ((kind = 'person' AND holder <> 0 AND number = 0) OR (kind = 'escrow' AND holder > 0 AND number <> 0) OR (kind = 'house' AND holder = 0 AND number = 0)), 
	CONSTRAINT ck_accounts_none_below_zero CHECK (CASE kind WHEN 'house' THEN balance BETWEEN -9007199254740992 AND 0 ELSE balance BETWEEN 0 AND 9007199254740992 END)
)
 STRICT

;
CREATE TABLE admin_log (
	id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	by_id INTEGER NOT NULL, 
	action TEXT NOT NULL, 
	why TEXT NOT NULL, 
	user_id INTEGER, 
	on_table INTEGER, 
	until INTEGER, 
	amount INTEGER, 
	cause INTEGER, 
	CONSTRAINT pk_admin_log PRIMARY KEY (id)
)
 STRICT

;
CREATE TABLE advice (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	given INTEGER NOT NULL, 
	followed INTEGER NOT NULL, 
	made INTEGER NOT NULL, 
	CONSTRAINT pk_advice PRIMARY KEY (table_id, game_no, user_id), 
	CONSTRAINT ck_advice_some_of_some CHECK (given > 0 AND followed BETWEEN 0 AND given AND made BETWEEN 0 AND followed), 
	CONSTRAINT fk_advice_games FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE advice_results (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	given INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	CONSTRAINT pk_advice_results PRIMARY KEY (table_id, game_no, user_id), 
	CONSTRAINT ck_advice_results_some_of_some CHECK (given > 0 AND best BETWEEN 0 AND given), 
	CONSTRAINT fk_advice_results_games FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0029');
CREATE TABLE away_shards (
	shard INTEGER NOT NULL, 
	shards INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	CONSTRAINT pk_away_shards PRIMARY KEY (shard), 
	CONSTRAINT ck_away_shards_one_of_them CHECK (0 <= shard AND shard < shards)
)
 STRICT

;
CREATE TABLE bans (
	guild_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	until INTEGER, 
	CONSTRAINT pk_bans PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE bet_results (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	bet INTEGER NOT NULL, 
	returned INTEGER NOT NULL, 
	CONSTRAINT pk_bet_results PRIMARY KEY (table_id, game_no, user_id), 
	CONSTRAINT ck_bet_results_chips CHECK (bet > 0 AND returned >= 0)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE bet_sums (
	guild_id INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	bet INTEGER NOT NULL, 
	returned INTEGER NOT NULL, 
	CONSTRAINT pk_bet_sums PRIMARY KEY (guild_id, since, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE blocked_people (
	user_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	done INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_blocked_people PRIMARY KEY (user_id), 
	CONSTRAINT ck_blocked_people_done_or_not CHECK (done IN (0, 1))
)
 STRICT

;
CREATE TABLE blocked_servers (
	server_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	once INTEGER NOT NULL, 
	CONSTRAINT pk_blocked_servers PRIMARY KEY (server_id), 
	CONSTRAINT ck_blocked_servers_once_or_not CHECK (once IN (0, 1))
)
 STRICT

;
CREATE TABLE commands (
	interaction_id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	CONSTRAINT pk_commands PRIMARY KEY (interaction_id), 
	CONSTRAINT fk_commands_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 STRICT

;
CREATE TABLE dailies (
	user_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	guild_id INTEGER NOT NULL, 
	started_at INTEGER NOT NULL, 
	moves TEXT NOT NULL, 
	ended_at INTEGER, 
	points INTEGER, 
	tricks INTEGER, 
	shared_at INTEGER, 
	CONSTRAINT pk_dailies PRIMARY KEY (user_id, day), 
	CONSTRAINT ck_dailies_end_is_whole CHECK ((ended_at IS NULL) = (points IS NULL) AND (ended_at IS NULL) = (tricks IS NULL))
)
 STRICT

;
CREATE TABLE departures (
	guild_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (guild_id)
)
 STRICT

;
CREATE TABLE erasures (
	user_id INTEGER NOT NULL, 
	stand_in INTEGER NOT NULL, 
	asked_at INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	CONSTRAINT pk_erasures PRIMARY KEY (user_id)
)
 STRICT

;
CREATE TABLE error_results (
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	guild_id INTEGER NOT NULL, 
	errors INTEGER NOT NULL, 
	cost INTEGER NOT NULL, 
	CONSTRAINT pk_error_results PRIMARY KEY (table_id, game_no, user_id, kind), 
	CONSTRAINT ck_error_results_some CHECK (errors > 0 AND cost > 0), 
	CONSTRAINT fk_error_results_games FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID,
 STRICT

;
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
INSERT INTO "events" VALUES(1,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[1,"P1"],"challenged":[4000004,"House (starter)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(1,2,1767225600000,'game_promised',1,'{"v":1,"game":1,"first":1,"commitment":"ba7e283d71cd46c4f2787aa8bff33f8f2fda7f308e97cd00949057776bc74838","last":"e1e903a6708ad97a5af48cb3eac9f746410801f575b6354961794732d252ee12"}');
INSERT INTO "events" VALUES(1,3,1767225600000,'seated',1,'{"north":[1,"P1"],"south":[4000004,"House (starter)"]}');
INSERT INTO "events" VALUES(1,4,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(1,5,1767225600000,'dealer_drawn',1,'{"v":1,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(1,6,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"JC","south":"QD"}}');
INSERT INTO "events" VALUES(1,7,1767225600000,'pack_made',1,'{"v":1,"number":1,"secret":"58ef728f740ef05e33c5ca7a0d0e6ffde1e224f41035c1796de3971d9ba101e5","by":null,"place":17,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(1,8,1767225600000,'house_plays',1,'{"v":1,"seat":"S","player":"starter 1"}');
INSERT INTO "events" VALUES(1,9,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AD 9H 7C JS KD 7S 9C TS TH KH KS JH JD 7D QC KC 8S TC 9S 8H TD QD 8D AC QS 8C AH 7H 9D JC QH AS","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,10,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"turned"}}');
INSERT INTO "events" VALUES(1,11,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(1,12,1767225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(1,13,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TS"}}');
INSERT INTO "events" VALUES(1,14,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JS"}}');
INSERT INTO "events" VALUES(1,15,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7S"}}');
INSERT INTO "events" VALUES(1,16,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9C"}}');
INSERT INTO "events" VALUES(1,17,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KD"}}');
INSERT INTO "events" VALUES(1,18,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AD"}}');
INSERT INTO "events" VALUES(1,19,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KH"}}');
INSERT INTO "events" VALUES(1,20,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9H"}}');
INSERT INTO "events" VALUES(1,21,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TH"}}');
INSERT INTO "events" VALUES(1,22,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7C"}}');
INSERT INTO "events" VALUES(1,23,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,5]}}');
INSERT INTO "events" VALUES(1,24,1767225600000,'pack_made',1,'{"v":1,"number":2,"secret":"6e361c101359cc72959644b8c90720dad17b4599485fa88aed4fe4f73489cad2","by":null,"place":7,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(1,25,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JS 7C QC 8D QS 7D 8C KH QD AH 9C AC AS KS TD KD 9H TH 7S KC TC TS 9S 7H JH JC AD JD 8S QH 8H 9D","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,26,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JS"}}');
INSERT INTO "events" VALUES(1,27,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QS"}}');
INSERT INTO "events" VALUES(1,28,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7D"}}');
INSERT INTO "events" VALUES(1,29,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QC"}}');
INSERT INTO "events" VALUES(1,30,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8C"}}');
INSERT INTO "events" VALUES(1,31,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AH"}}');
INSERT INTO "events" VALUES(1,32,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KH"}}');
INSERT INTO "events" VALUES(1,33,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QD"}}');
INSERT INTO "events" VALUES(1,34,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7C"}}');
INSERT INTO "events" VALUES(1,35,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8D"}}');
INSERT INTO "events" VALUES(1,36,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[1,4]}}');
INSERT INTO "events" VALUES(1,37,1767225600000,'pack_made',1,'{"v":1,"number":3,"secret":"103daf3d99518b79150e9e1cfd078d67c227d2f714b039d930b6b40da2815e1f","by":null,"place":12,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(1,38,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"QC AC TH 7H QD AD TD 8S 8H JD 7C 7D KC AH 7S TC 9H 8C KH 9D KS QS KD JH 9C QH JS JC AS 9S 8D TS","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,39,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(1,40,1767225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(1,41,1767225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"8S TH TD QC AC"}}');
INSERT INTO "events" VALUES(1,42,1767225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"8H 7H QD AD"}}');
INSERT INTO "events" VALUES(1,43,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(1,44,1767225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(1,45,1767225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"7S AH 7D KC TC"}}');
INSERT INTO "events" VALUES(1,46,1767225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"JD 9D"}}');
INSERT INTO "events" VALUES(1,47,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(1,48,1767225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(1,49,1767225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"KS QS JH KD 9C"}}');
INSERT INTO "events" VALUES(1,50,1767225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":""}}');
INSERT INTO "events" VALUES(1,51,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JC"}}');
INSERT INTO "events" VALUES(1,52,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8C"}}');
INSERT INTO "events" VALUES(1,53,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AS"}}');
INSERT INTO "events" VALUES(1,54,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JS"}}');
INSERT INTO "events" VALUES(1,55,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9H"}}');
INSERT INTO "events" VALUES(1,56,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8D"}}');
INSERT INTO "events" VALUES(1,57,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QH"}}');
INSERT INTO "events" VALUES(1,58,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(1,59,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KH"}}');
INSERT INTO "events" VALUES(1,60,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TS"}}');
INSERT INTO "events" VALUES(1,61,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[1,4]}}');
INSERT INTO "events" VALUES(1,62,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(1,63,1767225600000,'game_promised',1,'{"v":1,"game":2,"first":1,"commitment":"1b74b578ea8336cbef97189066aff6a110cc45ce5bee832c08daa8ae629dc116","last":"8b475ac64feffb6a07bc7bbd958a7e0dbbc453a897ea817008ee21fe00a78659"}');
INSERT INTO "events" VALUES(2,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[3,"P3"],"challenged":[4000004,"House (starter)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(2,2,1767225600000,'game_promised',1,'{"v":1,"game":1,"first":1,"commitment":"f1e777f7085d50a8fc126938e2901bfedef9f36dbe8a137c03bb70d91e4e09bb","last":"a8371903b31153d8c04f74f91d3be9d064238ba4bbae7f7a9f9bc040920f3523"}');
INSERT INTO "events" VALUES(2,3,1767225600000,'seated',1,'{"north":[3,"P3"],"south":[4000004,"House (starter)"]}');
INSERT INTO "events" VALUES(2,4,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(2,5,1767225600000,'dealer_drawn',1,'{"v":1,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(2,6,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"QS","south":"8C"}}');
INSERT INTO "events" VALUES(2,7,1767225600000,'pack_made',1,'{"v":1,"number":1,"secret":"b15077b1d928d3f93450b6c1e88d079b2f27c9deb09ef9a999b604fc21fbee7e","by":null,"place":17,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(2,8,1767225600000,'house_plays',1,'{"v":1,"seat":"S","player":"starter 1"}');
INSERT INTO "events" VALUES(2,9,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JH AS 9S 8C 7C JC TH 7H TD JS 7D QD 7S KS QC KH TS KC QS 9H 8D AD 8H AH JD QH 9D 9C 8S AC KD TC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,10,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JH"}}');
INSERT INTO "events" VALUES(2,11,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TD"}}');
INSERT INTO "events" VALUES(2,12,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JC"}}');
INSERT INTO "events" VALUES(2,13,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TH"}}');
INSERT INTO "events" VALUES(2,14,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7C"}}');
INSERT INTO "events" VALUES(2,15,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7H"}}');
INSERT INTO "events" VALUES(2,16,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JS"}}');
INSERT INTO "events" VALUES(2,17,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9S"}}');
INSERT INTO "events" VALUES(2,18,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8C"}}');
INSERT INTO "events" VALUES(2,19,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"AS"}}');
INSERT INTO "events" VALUES(2,20,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[5,0]}}');
INSERT INTO "events" VALUES(2,21,1767225600000,'pack_made',1,'{"v":1,"number":2,"secret":"2704677d4b86eee4f0ea00a8c4cca61c235d91dd063714160f2b3e793240aae1","by":null,"place":26,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(2,22,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AD 9H 8H 9C QC QD 7H TS QS KH 9S AS 8D 7S AC JH AH 9D KC JC 8C 7C TD QH 7D 8S JS KS KD JD TH TC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,23,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(2,24,1767225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(2,25,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TS"}}');
INSERT INTO "events" VALUES(2,26,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QS"}}');
INSERT INTO "events" VALUES(2,27,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QC"}}');
INSERT INTO "events" VALUES(2,28,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AD"}}');
INSERT INTO "events" VALUES(2,29,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KH"}}');
INSERT INTO "events" VALUES(2,30,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8H"}}');
INSERT INTO "events" VALUES(2,31,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9C"}}');
INSERT INTO "events" VALUES(2,32,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9H"}}');
INSERT INTO "events" VALUES(2,33,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QD"}}');
INSERT INTO "events" VALUES(2,34,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7H"}}');
INSERT INTO "events" VALUES(2,35,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,5]}}');
INSERT INTO "events" VALUES(2,36,1767225600000,'pack_made',1,'{"v":1,"number":3,"secret":"5ffec2e7e7332165cf7e66de9df92daeb458c1d47e3edcf8d4bf3b9c90b71c6b","by":null,"place":5,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(2,37,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"QD AH JH TD 7H 8H KD QS QC TH 9S TC 8D 9D 7S KH KS AD 9H JD JS QH AS TS 8S AC 7D 7C JC 8C 9C KC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,38,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KD"}}');
INSERT INTO "events" VALUES(2,39,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TD"}}');
INSERT INTO "events" VALUES(2,40,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"AH"}}');
INSERT INTO "events" VALUES(2,41,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TH"}}');
INSERT INTO "events" VALUES(2,42,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QS"}}');
INSERT INTO "events" VALUES(2,43,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7H"}}');
INSERT INTO "events" VALUES(2,44,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QD"}}');
INSERT INTO "events" VALUES(2,45,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8H"}}');
INSERT INTO "events" VALUES(2,46,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JH"}}');
INSERT INTO "events" VALUES(2,47,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QC"}}');
INSERT INTO "events" VALUES(2,48,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,5]}}');
INSERT INTO "events" VALUES(2,49,1767225600000,'pack_made',1,'{"v":1,"number":4,"secret":"dfd1169ec4c265313e62d5752163673b7ab0d225474bef57edfe8161e2394464","by":null,"place":9,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(2,50,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AS KD TC 7C 8S QC TS TD 8C 9H KC KS AH 8D 7S AC QS 9S JD QH KH AD 7D JS 9C 8H JH 9D QD JC 7H TH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,51,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"turned"}}');
INSERT INTO "events" VALUES(2,52,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(2,53,1767225600000,'game_promised',1,'{"v":1,"game":2,"first":1,"commitment":"ad5cb85a8b4daa594ade484daa736e1dce208ffee7fb1712c3227962c09d1717","last":"a7cdda439a09508ad7cd4eff2470090d05c9432cf870b9f9da75def7abc27aa6"}');
INSERT INTO "events" VALUES(2,54,1768225600000,'closed',1,'{"by":null}');
INSERT INTO "events" VALUES(3,1,1768225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[4,"P4"],"challenged":[4000004,"House (starter)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1768226200000}');
INSERT INTO "events" VALUES(3,2,1768225600000,'game_promised',1,'{"v":1,"game":1,"first":1,"commitment":"e176ba46c1534a007774e979e0d9c1deff2c98978c0a028526efc8c4886734dd","last":"263fda03a9d9ba7367229bc76e3bb6266ce1aa581492c1e328a8f6920b1d1d93"}');
INSERT INTO "events" VALUES(3,3,1768225600000,'seated',1,'{"north":[4,"P4"],"south":[4000004,"House (starter)"]}');
INSERT INTO "events" VALUES(3,4,1768225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(3,5,1768225600000,'dealer_drawn',1,'{"v":1,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(3,6,1768225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"7C","south":"7S"}}');
INSERT INTO "events" VALUES(3,7,1768225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"8S","south":"9D"}}');
INSERT INTO "events" VALUES(3,8,1768225600000,'pack_made',1,'{"v":1,"number":1,"secret":"c7be9d92d75bc152169b658cb3a5e8af17f0274235de5e554ad631799cab10f1","by":null,"place":18,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(3,9,1768225600000,'house_plays',1,'{"v":1,"seat":"S","player":"starter 1"}');
INSERT INTO "events" VALUES(3,10,1768225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"KH KC AC JC 7C 9D AH QS 9H 7H AS JS TS 9C QH TC TD 8S JD 7D JH KS KD 9S 8D 8H 8C QD 7S AD QC TH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(3,11,1768225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(3,12,1768225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(3,13,1768225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"QS KH AH KC AC"}}');
INSERT INTO "events" VALUES(3,14,1768225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"9H 7H JC 7C"}}');
INSERT INTO "events" VALUES(3,15,1768225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(3,16,1768225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(3,17,1768225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"JS TS QH TC 9C"}}');
INSERT INTO "events" VALUES(3,18,1768225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"JD TD 9D 7D"}}');
INSERT INTO "events" VALUES(3,19,1768225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(3,20,1768225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(3,21,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JH"}}');
INSERT INTO "events" VALUES(3,22,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8H"}}');
INSERT INTO "events" VALUES(3,23,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8D"}}');
INSERT INTO "events" VALUES(3,24,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QD"}}');
INSERT INTO "events" VALUES(3,25,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8C"}}');
INSERT INTO "events" VALUES(3,26,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(3,27,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KD"}}');
INSERT INTO "events" VALUES(3,28,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7S"}}');
INSERT INTO "events" VALUES(3,29,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8S"}}');
INSERT INTO "events" VALUES(3,30,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KS"}}');
INSERT INTO "events" VALUES(3,31,1768225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":1,"reason":"point","tricks":[3,2]}}');
INSERT INTO "events" VALUES(3,32,1768225600000,'pack_made',1,'{"v":1,"number":2,"secret":"9176790f835123605b05f1a53564540a6dca974dda7a449f30e5ca5514b35ff2","by":null,"place":11,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(3,33,1768225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7S KD JH 9D KS 8C 8D 8S 9S KH TS TC QH JC QD 7C 7H QC 9C JS 8H 9H AH QS AC TH 7D AD AS JD KC TD","distribution":"3-2"}}');
INSERT INTO "events" VALUES(3,34,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KD"}}');
INSERT INTO "events" VALUES(3,35,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9D"}}');
INSERT INTO "events" VALUES(3,36,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8S"}}');
INSERT INTO "events" VALUES(3,37,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(3,38,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KS"}}');
INSERT INTO "events" VALUES(3,39,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7S"}}');
INSERT INTO "events" VALUES(3,40,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8C"}}');
INSERT INTO "events" VALUES(3,41,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JH"}}');
INSERT INTO "events" VALUES(3,42,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KH"}}');
INSERT INTO "events" VALUES(3,43,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8D"}}');
INSERT INTO "events" VALUES(3,44,1768225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"unproposed","tricks":[4,1]}}');
INSERT INTO "events" VALUES(3,45,1768225600000,'pack_made',1,'{"v":1,"number":3,"secret":"9396859e8b057f4f91442c454c058be5febe452b1cf141ccf69476171622c193","by":null,"place":8,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(3,46,1768225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JD 9D 7S 8C TD QS 7C 8S QH 9C 7D JS KS KC 9S AD QC 8D QD KH 8H TS AH JC KD 7H TC TH 9H AS JH AC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(3,47,1768225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(3,48,1768225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(3,49,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7S"}}');
INSERT INTO "events" VALUES(3,50,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QS"}}');
INSERT INTO "events" VALUES(3,51,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TD"}}');
INSERT INTO "events" VALUES(3,52,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JD"}}');
INSERT INTO "events" VALUES(3,53,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9D"}}');
INSERT INTO "events" VALUES(3,54,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QH"}}');
INSERT INTO "events" VALUES(3,55,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8S"}}');
INSERT INTO "events" VALUES(3,56,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8C"}}');
INSERT INTO "events" VALUES(3,57,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7C"}}');
INSERT INTO "events" VALUES(3,58,1768225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9C"}}');
INSERT INTO "events" VALUES(3,59,1768225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"refused","tricks":[3,2]}}');
INSERT INTO "events" VALUES(3,60,1768225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"N","how":"five"}}');
INSERT INTO "events" VALUES(3,61,1768225600000,'game_promised',1,'{"v":1,"game":2,"first":1,"commitment":"2affd00cb0209624c4f03b77c00aedd53281bb0a69bfc168351531697c386683","last":"8b2f7184de7ece3f0536822b29893c35d2b4b1c3112230bc5a03387d4157438e"}');
INSERT INTO "events" VALUES(3,62,1769225600000,'closed',1,'{"by":null}');
INSERT INTO "events" VALUES(4,1,1769225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[5,"P5"],"challenged":[4000004,"House (starter)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1769226200000}');
INSERT INTO "events" VALUES(4,2,1769225600000,'game_promised',1,'{"v":1,"game":1,"first":1,"commitment":"41a49341c8aceba99b1c74756cdc7a39a5783539483af368ff46ce48e2b41399","last":"641e69175798a755853c9f56887084c3ba9ca40e27e7a064764fff57783ecea2"}');
INSERT INTO "events" VALUES(4,3,1769225600000,'seated',1,'{"north":[5,"P5"],"south":[4000004,"House (starter)"]}');
INSERT INTO "events" VALUES(4,4,1769225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(4,5,1769225600000,'dealer_drawn',1,'{"v":1,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(4,6,1769225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"AD","south":"7C"}}');
INSERT INTO "events" VALUES(4,7,1769225600000,'pack_made',1,'{"v":1,"number":1,"secret":"babe2ef254d4b1728d2a6a9d7d6ea10edf14c7ee7f737240ae5dcf2d06b8d02e","by":null,"place":16,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(4,8,1769225600000,'house_plays',1,'{"v":1,"seat":"S","player":"starter 1"}');
INSERT INTO "events" VALUES(4,9,1769225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TS KS KC TH 8S KD TC 9H KH JC JS 8C 7S AC 8H 8D 7D AD 9D JD QD 9S QH 7H 9C QS AS QC JH TD 7C AH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(4,10,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TC"}}');
INSERT INTO "events" VALUES(4,11,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JC"}}');
INSERT INTO "events" VALUES(4,12,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TH"}}');
INSERT INTO "events" VALUES(4,13,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9H"}}');
INSERT INTO "events" VALUES(4,14,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KH"}}');
INSERT INTO "events" VALUES(4,15,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TS"}}');
INSERT INTO "events" VALUES(4,16,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KS"}}');
INSERT INTO "events" VALUES(4,17,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8S"}}');
INSERT INTO "events" VALUES(4,18,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KC"}}');
INSERT INTO "events" VALUES(4,19,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KD"}}');
INSERT INTO "events" VALUES(4,20,1769225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[2,3]}}');
INSERT INTO "events" VALUES(4,21,1769225600000,'pack_made',1,'{"v":1,"number":2,"secret":"77fbea43f5fa52cc1c73bd48e466190cc8973f139a54c28bcf16d08fa35ebd26","by":null,"place":5,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(4,22,1769225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AD AH 8S AS QH 8D AC JH 9H JD 9D TS TH TD JS 7C KS TC JC 7H KH 9C 8H KD KC 8C QC 7S 9S QS 7D QD","distribution":"3-2"}}');
INSERT INTO "events" VALUES(4,23,1769225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(4,24,1769225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(4,25,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AH"}}');
INSERT INTO "events" VALUES(4,26,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QH"}}');
INSERT INTO "events" VALUES(4,27,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JD"}}');
INSERT INTO "events" VALUES(4,28,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AD"}}');
INSERT INTO "events" VALUES(4,29,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9H"}}');
INSERT INTO "events" VALUES(4,30,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JH"}}');
INSERT INTO "events" VALUES(4,31,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AC"}}');
INSERT INTO "events" VALUES(4,32,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8D"}}');
INSERT INTO "events" VALUES(4,33,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"AS"}}');
INSERT INTO "events" VALUES(4,34,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8S"}}');
INSERT INTO "events" VALUES(4,35,1769225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[1,4]}}');
INSERT INTO "events" VALUES(4,36,1769225600000,'pack_made',1,'{"v":1,"number":3,"secret":"b7a5bc4e1ded1942c8351c202891d205a5b8e9b369a43f5e22e50a08ba0d2995","by":null,"place":29,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(4,37,1769225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"9H AH 8S 7S TD QS 7C 8H JD 9S TH AS AD KH AC TS KD QH KC 9C QD JS 9D TC 8D 8C JC 7D 7H QC JH KS","distribution":"3-2"}}');
INSERT INTO "events" VALUES(4,38,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8S"}}');
INSERT INTO "events" VALUES(4,39,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QS"}}');
INSERT INTO "events" VALUES(4,40,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(4,41,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9H"}}');
INSERT INTO "events" VALUES(4,42,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7C"}}');
INSERT INTO "events" VALUES(4,43,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"JD"}}');
INSERT INTO "events" VALUES(4,44,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"AH"}}');
INSERT INTO "events" VALUES(4,45,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7S"}}');
INSERT INTO "events" VALUES(4,46,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8H"}}');
INSERT INTO "events" VALUES(4,47,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TD"}}');
INSERT INTO "events" VALUES(4,48,1769225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[1,4]}}');
INSERT INTO "events" VALUES(4,49,1769225600000,'pack_made',1,'{"v":1,"number":4,"secret":"94231eda998cbb54dedce43ded5b84d0d17114bc93ba1c350bf1b272ef9ca88d","by":null,"place":8,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(4,50,1769225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TC AC 7D KH TD KD 9S 8H 8S AH QH JH QS 7H 8D TH TS AD JD 9H KS 7S 9D KC 7C QD QC 8C JS AS JC 9C","distribution":"3-2"}}');
INSERT INTO "events" VALUES(4,51,1769225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(4,52,1769225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(4,53,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AC"}}');
INSERT INTO "events" VALUES(4,54,1769225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"announced"}}');
INSERT INTO "events" VALUES(4,55,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KH"}}');
INSERT INTO "events" VALUES(4,56,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"AH"}}');
INSERT INTO "events" VALUES(4,57,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"8H"}}');
INSERT INTO "events" VALUES(4,58,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KD"}}');
INSERT INTO "events" VALUES(4,59,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7D"}}');
INSERT INTO "events" VALUES(4,60,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"8S"}}');
INSERT INTO "events" VALUES(4,61,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(4,62,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TC"}}');
INSERT INTO "events" VALUES(4,63,1769225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TD"}}');
INSERT INTO "events" VALUES(4,64,1769225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":1,"reason":"point","tricks":[2,3]}}');
INSERT INTO "events" VALUES(4,65,1769225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(4,66,1769225600000,'game_promised',1,'{"v":1,"game":2,"first":1,"commitment":"abe023bfa8bac8805d02e43c2f5fe1451e52f6dad52228c80f373bc465f2012c","last":"647d755f6d6811ccec5c8c30f62fd14b412818b33d2f3c9de983e3daac54db18"}');
INSERT INTO "events" VALUES(4,67,1770225600000,'closed',1,'{"by":null}');
INSERT INTO "events" VALUES(5,1,1770225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[3,"P3"],"challenged":[4000004,"House (starter)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1770226200000}');
INSERT INTO "events" VALUES(5,2,1770225600000,'game_promised',1,'{"v":1,"game":1,"first":1,"commitment":"3ae39e8da0467728e82b37173d9796ce7933379b555249e71e1ea3796f2da565","last":"329a38088c48e98f4ab2436c17ea1f69f66cf9be1ca2e975523b8fbcf15ce300"}');
INSERT INTO "events" VALUES(5,3,1770225600000,'seated',1,'{"north":[3,"P3"],"south":[4000004,"House (starter)"]}');
INSERT INTO "events" VALUES(5,4,1770225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(5,5,1770225600000,'dealer_drawn',1,'{"v":1,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(5,6,1770225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"TC","south":"KD"}}');
INSERT INTO "events" VALUES(5,7,1770225600000,'pack_made',1,'{"v":1,"number":1,"secret":"a43fb6d7c2e492b91313d0304c380405c44b65cd8043501012a844b8b19e49b6","by":null,"place":30,"seeds":["",""],"named":[false,false],"presses":[null,null]}');
INSERT INTO "events" VALUES(5,8,1770225600000,'house_plays',1,'{"v":1,"seat":"S","player":"starter 1"}');
INSERT INTO "events" VALUES(5,9,1770225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7C 8H TC QS QD JC KH JD TH AS 8C 9C 9S TD JS 9H KS AH AD 8D 7S QH 7D QC KD TS AC KC JH 7H 9D 8S","distribution":"3-2"}}');
INSERT INTO "events" VALUES(5,10,1770225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(5,11,1770225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(5,12,1770225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"KH 8H JD TC 7C"}}');
INSERT INTO "events" VALUES(5,13,1770225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"AS TH QD"}}');
INSERT INTO "events" VALUES(5,14,1770225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(5,15,1770225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(5,16,1770225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"JS 9S 9H TD 9C"}}');
INSERT INTO "events" VALUES(5,17,1770225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":"QS AH AD JC"}}');
INSERT INTO "events" VALUES(5,18,1770225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(5,19,1770225600000,'played',1,'{"event":{"type":"Accepted","v":1,"conditional":false}}');
INSERT INTO "events" VALUES(5,20,1770225600000,'played',1,'{"event":{"type":"ElderDiscarded","v":1,"cards":"7S QH 8D 7D"}}');
INSERT INTO "events" VALUES(5,21,1770225600000,'played',1,'{"event":{"type":"DealerDiscarded","v":1,"cards":""}}');
INSERT INTO "events" VALUES(5,22,1770225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QC"}}');
INSERT INTO "events" VALUES(5,23,1770225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KC"}}');
INSERT INTO "events" VALUES(5,24,1770225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"announced"}}');
INSERT INTO "events" VALUES(5,25,1770225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TS"}}');
CREATE TABLE everywhere_people (
	user_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_everywhere_people PRIMARY KEY (user_id)
)
 STRICT

;
CREATE TABLE everywhere_servers (
	user_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	CONSTRAINT pk_everywhere_servers PRIMARY KEY (user_id, guild_id)
)
 WITHOUT ROWID,
 STRICT

;
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
	deals INTEGER NOT NULL, guild_id INTEGER DEFAULT '0' NOT NULL, ended_at INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_game_players PRIMARY KEY (table_id, game_no, user_id), 
	CONSTRAINT ck_game_players_won_or_not CHECK (won IN (0, 1)), 
	CONSTRAINT fk_game_players_games FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "game_players" VALUES(1,1,1,4000004,'north',0,0,0,0,3,7,1767225600000);
INSERT INTO "game_players" VALUES(1,1,4000004,1,'south',1,5,1,1,3,7,1767225600000);
INSERT INTO "game_players" VALUES(2,1,3,4000004,'north',0,2,1,0,4,7,1767225600000);
INSERT INTO "game_players" VALUES(2,1,4000004,3,'south',1,5,2,1,4,7,1767225600000);
INSERT INTO "game_players" VALUES(3,1,4,4000004,'north',1,5,0,0,3,7,1768225600000);
INSERT INTO "game_players" VALUES(3,1,4000004,4,'south',0,0,0,0,3,7,1768225600000);
INSERT INTO "game_players" VALUES(4,1,5,4000004,'north',0,0,0,0,4,7,1769225600000);
INSERT INTO "game_players" VALUES(4,1,4000004,5,'south',1,5,0,1,4,7,1769225600000);
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
	rules TEXT NOT NULL, counted INTEGER DEFAULT '1' NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (table_id, game_no), 
	CONSTRAINT fk_games_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "games" VALUES(1,1,7,1767225600000,1767225600000,'south','five',0,5,3,'cavendish',1);
INSERT INTO "games" VALUES(2,1,7,1767225600000,1767225600000,'south','five',2,5,4,'cavendish',1);
INSERT INTO "games" VALUES(3,1,7,1768225600000,1768225600000,'north','five',5,0,3,'cavendish',1);
INSERT INTO "games" VALUES(4,1,7,1769225600000,1769225600000,'south','five',0,5,4,'cavendish',1);
CREATE TABLE guilds (
	guild_id INTEGER NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
)
 STRICT

;
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at INTEGER NOT NULL, release TEXT, registered TEXT, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id), 
	CONSTRAINT ck_heartbeat_one_row CHECK (id = 1)
)
 STRICT

;
CREATE TABLE journal (
	id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	action TEXT NOT NULL, 
	mark TEXT, 
	server_id INTEGER, 
	CONSTRAINT pk_journal PRIMARY KEY (id), 
	CONSTRAINT ck_journal_person_or_server CHECK ((mark IS NULL) <> (server_id IS NULL))
)
 STRICT

;
CREATE TABLE member_blocks (
	user_id INTEGER NOT NULL, 
	blocked_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_member_blocks PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID,
 STRICT

;
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
CREATE TABLE outage_credits (
	table_id INTEGER NOT NULL, 
	until INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	CONSTRAINT pk_outage_credits PRIMARY KEY (table_id, until), 
	CONSTRAINT ck_outage_credits_some_time CHECK (since < until), 
	CONSTRAINT fk_outage_credits_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE owners (
	shard INTEGER NOT NULL, 
	shards INTEGER NOT NULL, 
	epoch INTEGER NOT NULL, 
	holder INTEGER NOT NULL, 
	beat_at INTEGER NOT NULL, 
	leaving INTEGER NOT NULL, 
	successor INTEGER NOT NULL, 
	claimed_at INTEGER NOT NULL, 
	sign_at INTEGER NOT NULL, 
	stopped INTEGER NOT NULL, 
	CONSTRAINT pk_owners PRIMARY KEY (shard), 
	CONSTRAINT ck_owners_one_of_them CHECK (0 <= shard AND shard < shards)
)
 STRICT

;
CREATE TABLE packed_logs (
	table_id INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_packed_logs PRIMARY KEY (table_id), 
	CONSTRAINT fk_packed_logs_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
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
CREATE TABLE postings (
	transaction_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	amount INTEGER NOT NULL, 
	CONSTRAINT pk_postings PRIMARY KEY (transaction_id, account_id), 
	CONSTRAINT ck_postings_some_chips CHECK (amount <> 0 AND amount BETWEEN -9007199254740992 AND 9007199254740992), 
	CONSTRAINT fk_postings_transactions FOREIGN KEY(transaction_id) REFERENCES transactions (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_postings_accounts FOREIGN KEY(account_id) REFERENCES accounts (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE put_aside (
	table_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	frozen INTEGER NOT NULL, 
	CONSTRAINT pk_put_aside PRIMARY KEY (table_id), 
	CONSTRAINT ck_put_aside_frozen_or_not CHECK (frozen IN (0, 1)), 
	CONSTRAINT fk_put_aside_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 STRICT

;
CREATE TABLE quizzes (
	user_id INTEGER NOT NULL, 
	run INTEGER NOT NULL, 
	started_at INTEGER NOT NULL, 
	ended_at INTEGER, 
	asked TEXT NOT NULL, 
	answers TEXT NOT NULL, 
	best_right INTEGER, 
	best_ms INTEGER, 
	finished INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_quizzes PRIMARY KEY (user_id), 
	CONSTRAINT ck_quizzes_best_is_whole CHECK ((best_right IS NULL) = (best_ms IS NULL))
)
 STRICT

;
CREATE TABLE rated_games (
	guild_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	adversary_id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	ended_at INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	rating INTEGER NOT NULL, 
	deviation INTEGER NOT NULL, 
	gain INTEGER NOT NULL, season_at INTEGER DEFAULT '0' NOT NULL, season_gain INTEGER DEFAULT '0' NOT NULL, title INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_rated_games PRIMARY KEY (guild_id, number, user_id), 
	CONSTRAINT ck_rated_games_won_or_not CHECK (won IN (0, 1))
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE rating_orders (
	guild_id INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_rating_orders PRIMARY KEY (guild_id)
)
 STRICT

;
CREATE TABLE ratings (
	guild_id INTEGER NOT NULL, 
	season_at INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	rating INTEGER NOT NULL, 
	deviation INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	opponents INTEGER NOT NULL, 
	last_at INTEGER NOT NULL, 
	board_rating INTEGER DEFAULT '1500000' NOT NULL, 
	board_deviation INTEGER DEFAULT '60000' NOT NULL, 
	board_games INTEGER DEFAULT '0' NOT NULL, 
	begun_rating INTEGER DEFAULT '1500000' NOT NULL, 
	begun_deviation INTEGER DEFAULT '60000' NOT NULL, 
	title INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (guild_id, season_at, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE reminders (
	user_id INTEGER NOT NULL, 
	hour INTEGER NOT NULL, 
	due_at INTEGER, 
	last_at INTEGER, 
	refused INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_reminders PRIMARY KEY (user_id), 
	CONSTRAINT ck_reminders_hour_of_day CHECK (hour BETWEEN 0 AND 23), 
	CONSTRAINT ck_reminders_refused_or_not CHECK (refused IN (0, 1))
)
 STRICT

;
CREATE TABLE restorations (
	at INTEGER NOT NULL, 
	CONSTRAINT pk_restorations PRIMARY KEY (at)
)
 STRICT

;
CREATE TABLE rivals (
	guild_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	adversary_id INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	last_at INTEGER NOT NULL, 
	CONSTRAINT pk_rivals PRIMARY KEY (guild_id, user_id, adversary_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "rivals" VALUES(7,1,4000004,1,0,1767225600000);
INSERT INTO "rivals" VALUES(7,3,4000004,1,0,1767225600000);
INSERT INTO "rivals" VALUES(7,4,4000004,1,1,1768225600000);
INSERT INTO "rivals" VALUES(7,5,4000004,1,0,1769225600000);
CREATE TABLE season_champions (
	guild_id INTEGER NOT NULL, 
	season_at INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	role_id INTEGER, 
	CONSTRAINT pk_season_champions PRIMARY KEY (guild_id, season_at, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE seasons (
	guild_id INTEGER NOT NULL, 
	season_at INTEGER NOT NULL, 
	ends_at INTEGER NOT NULL, 
	closed_at INTEGER, 
	role_due INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild_id, season_at)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "seats" VALUES(1,1);
INSERT INTO "seats" VALUES(5,3);
INSERT INTO "seats" VALUES(1,4000004);
INSERT INTO "seats" VALUES(5,4000004);
CREATE TABLE session_starts (
	kind INTEGER NOT NULL, 
	next_at INTEGER NOT NULL, 
	CONSTRAINT pk_session_starts PRIMARY KEY (kind)
)
 STRICT

;
CREATE TABLE sightings (
	user_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_sightings PRIMARY KEY (user_id)
)
 STRICT

;
CREATE TABLE standings (
	guild_id INTEGER NOT NULL, 
	period TEXT NOT NULL, 
	since INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	voles INTEGER NOT NULL, 
	kings INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (guild_id, period, since, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE streaks (
	guild_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	best_streak INTEGER NOT NULL, 
	last_at INTEGER NOT NULL, 
	last_table INTEGER NOT NULL, 
	last_game INTEGER NOT NULL, 
	CONSTRAINT pk_streaks PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID,
 STRICT

;
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
	updated_at INTEGER NOT NULL, house INTEGER DEFAULT '0' NOT NULL, drawn INTEGER DEFAULT '0' NOT NULL, pace TEXT DEFAULT 'live' NOT NULL, 
	CONSTRAINT ck_tables_closed_waits_for_nothing CHECK (status <> 'closed' OR deadline IS NULL)
)
 STRICT

;
INSERT INTO "tables" VALUES(1,7,70,NULL,'between',1,4000004,1,4000004,63,1767229200000,1767225600000,1767225600000,1,0,'live');
INSERT INTO "tables" VALUES(2,7,70,NULL,'closed',3,4000004,3,4000004,54,NULL,1767225600000,1768225600000,0,0,'live');
INSERT INTO "tables" VALUES(3,7,70,NULL,'closed',4,4000004,4,4000004,62,NULL,1768225600000,1769225600000,0,0,'live');
INSERT INTO "tables" VALUES(4,7,70,NULL,'closed',5,4000004,5,4000004,67,NULL,1769225600000,1770225600000,0,0,'live');
INSERT INTO "tables" VALUES(5,7,70,NULL,'playing',3,4000004,3,4000004,25,1770225660000,1770225600000,1770225600000,1,0,'live');
CREATE TABLE tournament_commands (
	interaction_id INTEGER NOT NULL, 
	tournament_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_tournament_commands PRIMARY KEY (interaction_id), 
	CONSTRAINT fk_tournament_commands_tournaments FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
)
 STRICT

;
CREATE TABLE tournament_games (
	tournament_id INTEGER NOT NULL, 
	round_no INTEGER NOT NULL, 
	pairing_no INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	CONSTRAINT pk_tournament_games PRIMARY KEY (tournament_id, round_no, pairing_no, attempt), 
	CONSTRAINT fk_tournament_games_tournaments FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT fk_tournament_games_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE tournament_messages (
	tournament_id INTEGER NOT NULL, 
	slot TEXT NOT NULL, 
	channel_id INTEGER NOT NULL, 
	message_id INTEGER NOT NULL, 
	state_hash TEXT NOT NULL, 
	updated_at INTEGER NOT NULL, 
	CONSTRAINT pk_tournament_messages PRIMARY KEY (tournament_id, slot), 
	CONSTRAINT fk_tournament_messages_tournaments FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE tournament_people (
	tournament_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_tournament_people PRIMARY KEY (tournament_id, user_id), 
	CONSTRAINT fk_tournament_people_tournaments FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE tournaments (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id INTEGER NOT NULL, 
	channel_id INTEGER NOT NULL, 
	opener_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	status TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	deadline INTEGER, 
	opened_at INTEGER NOT NULL, 
	updated_at INTEGER NOT NULL, 
	CONSTRAINT ck_tournaments_known_status CHECK (status IN ('open', 'running', 'over', 'cancelled')), 
	CONSTRAINT ck_tournaments_only_a_running_one_waits CHECK (status = 'running' OR deadline IS NULL)
)
 STRICT

;
CREATE TABLE transactions (
	id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	cause TEXT NOT NULL, 
	against INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_transactions PRIMARY KEY (id), 
	CONSTRAINT fk_transactions_accounts FOREIGN KEY(against) REFERENCES accounts (id)
)
 STRICT

;
CREATE TABLE unrated_people (
	user_id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_unrated_people PRIMARY KEY (user_id)
)
 STRICT

;
CREATE INDEX ix_tables_status ON tables (status, guild_id);
CREATE INDEX ix_seats_user ON seats (user_id);
CREATE INDEX ix_messages_message ON messages (message_id);
CREATE INDEX ix_games_guild ON games (guild_id, ended_at, table_id, game_no);
CREATE UNIQUE INDEX ux_accounts_holder ON accounts (guild_id, kind, holder, number);
CREATE UNIQUE INDEX ux_transactions_cause ON transactions (cause);
CREATE INDEX ix_transactions_against ON transactions (against);
CREATE INDEX ix_postings_account ON postings (account_id, transaction_id);
CREATE TRIGGER transactions_stay BEFORE UPDATE ON transactions
BEGIN SELECT RAISE(ABORT, 'a transaction stands as it was written'); END;
CREATE TRIGGER transactions_last BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'a transaction stands as it was written'); END;
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'a posting stands as it was written'); END;
CREATE TRIGGER postings_last BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'a posting stands as it was written'); END;
CREATE TRIGGER accounts_last BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'an account is never struck out'); END;
CREATE TRIGGER accounts_begin_empty BEFORE INSERT ON accounts
WHEN NEW.balance <> 0
BEGIN SELECT RAISE(ABORT, 'an account begins with nothing'); END;
CREATE TRIGGER accounts_stay BEFORE UPDATE OF id, guild_id, kind, number ON accounts
BEGIN SELECT RAISE(ABORT, 'an account stays what it is'); END;
CREATE TRIGGER accounts_keep_their_holders BEFORE UPDATE OF holder ON accounts
WHEN OLD.kind <> 'person' OR NEW.holder >= 0
BEGIN SELECT RAISE(ABORT, 'an account changes its holder only when he is forgotten'); END;
CREATE TRIGGER postings_come_first BEFORE INSERT ON postings
WHEN EXISTS (SELECT 1 FROM transactions WHERE id = NEW.transaction_id)
BEGIN SELECT RAISE(ABORT, 'a transaction stands as it was written'); END;
CREATE TRIGGER transactions_come_once BEFORE INSERT ON transactions
WHEN EXISTS (SELECT 1 FROM transactions WHERE id = NEW.id OR cause = NEW.cause)
BEGIN SELECT RAISE(ABORT, 'a transaction is written once'); END;
CREATE INDEX ix_advice_user ON advice (user_id);
CREATE UNIQUE INDEX ux_tournaments_on ON tournaments (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX ix_tournaments_channel ON tournaments (channel_id, id);
CREATE INDEX ix_tournaments_status ON tournaments (status);
CREATE INDEX ix_tournament_people_user ON tournament_people (user_id);
CREATE UNIQUE INDEX ux_tournament_games_table ON tournament_games (table_id);
CREATE INDEX ix_dailies_board ON dailies (guild_id, day);
CREATE INDEX ix_game_players_pair ON game_players (user_id, adversary_id);
CREATE INDEX ix_tables_undrawn ON tables (id) WHERE drawn < version;
CREATE INDEX ix_sightings_at ON sightings (at);
CREATE INDEX ix_game_players_history ON game_players (user_id, guild_id, ended_at, table_id, game_no);
CREATE INDEX ix_admin_log_guild ON admin_log (guild_id, id);
CREATE UNIQUE INDEX ux_admin_log_cause ON admin_log (cause);
CREATE TRIGGER transactions_add_up AFTER INSERT ON transactions
BEGIN
    SELECT RAISE(ABORT, 'the postings of a transaction add up to zero')
    WHERE (SELECT coalesce(sum(amount), 1) FROM postings WHERE transaction_id = NEW.id) <> 0;
    SELECT RAISE(ABORT, 'a transaction is written against the house, which only gives but for new cards and resets, or against a game')
    WHERE NOT EXISTS (
        SELECT 1 FROM accounts LEFT JOIN postings ON account_id = accounts.id AND transaction_id = NEW.id
        WHERE accounts.id = NEW.against AND guild_id = NEW.guild_id
        AND (CASE kind WHEN 'escrow' THEN NEW.kind NOT IN ('new_cards', 'reset') WHEN 'house' THEN amount <> 0 AND (NEW.kind = 'reset' OR (amount > 0) = (NEW.kind = 'new_cards')) ELSE FALSE END)
    );
    SELECT RAISE(ABORT, 'a transaction moves the chips of persons of its own server')
    WHERE EXISTS (
        SELECT 1 FROM postings LEFT JOIN accounts ON accounts.id = postings.account_id
        WHERE transaction_id = NEW.id AND account_id <> NEW.against
        AND (accounts.id IS NULL OR kind <> 'person' OR guild_id <> NEW.guild_id)
    );
    SELECT RAISE(ABORT, 'a game is settled once, to the last chip, and takes no stakes after that')
    WHERE EXISTS (SELECT 1 FROM transactions WHERE cause = 'end:' || NEW.against AND id <> NEW.id)
    OR (NEW.kind IN ('settlement', 'void') AND (
        NEW.cause <> 'end:' || NEW.against
        OR (SELECT balance FROM accounts WHERE id = NEW.against)
        + coalesce((SELECT amount FROM postings WHERE transaction_id = NEW.id AND account_id = NEW.against), 0) <> 0
    ));
    SELECT RAISE(ABORT, 'nobody falls below zero, and the house issues no more than 2 to the power of 53')
    WHERE EXISTS (
        SELECT 1 FROM postings JOIN accounts ON accounts.id = postings.account_id
        WHERE transaction_id = NEW.id AND CASE kind
        WHEN 'house' THEN balance + amount < -9007199254740992
        ELSE balance + amount NOT BETWEEN 0 AND 9007199254740992 END
    );
    UPDATE accounts SET balance = balance + (
        SELECT amount FROM postings WHERE transaction_id = NEW.id AND account_id = accounts.id
    )
    WHERE id IN (SELECT account_id FROM postings WHERE transaction_id = NEW.id);
END;
CREATE INDEX ix_member_blocks_blocked ON member_blocks (blocked_id);
CREATE INDEX ix_rated_games_person ON rated_games (user_id, guild_id, number);
CREATE INDEX ix_rated_games_game ON rated_games (table_id, game_no);
CREATE INDEX ix_reminders_due ON reminders (due_at);
CREATE INDEX ix_bet_results_board ON bet_results (guild_id, at, user_id, bet, returned);
CREATE INDEX ix_bet_results_user ON bet_results (user_id);
CREATE INDEX ix_advice_results_board ON advice_results (guild_id, at, user_id, given, best);
CREATE INDEX ix_advice_results_user ON advice_results (user_id);
CREATE INDEX ix_error_results_user ON error_results (user_id, guild_id, kind, errors, cost);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',5);
COMMIT;
