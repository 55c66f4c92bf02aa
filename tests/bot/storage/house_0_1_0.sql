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
INSERT INTO "accounts" VALUES(1,7,'house',0,0,-10000);
INSERT INTO "accounts" VALUES(2,7,'person',1,0,825);
INSERT INTO "accounts" VALUES(3,7,'person',2,0,1065);
INSERT INTO "accounts" VALUES(4,7,'escrow',1,1,0);
INSERT INTO "accounts" VALUES(5,7,'escrow',1,2,0);
INSERT INTO "accounts" VALUES(6,7,'escrow',2,1,0);
INSERT INTO "accounts" VALUES(7,7,'escrow',2,2,172);
INSERT INTO "accounts" VALUES(8,7,'person',7,0,940);
INSERT INTO "accounts" VALUES(9,7,'person',3,0,915);
INSERT INTO "accounts" VALUES(10,7,'person',4,0,915);
INSERT INTO "accounts" VALUES(11,7,'person',5,0,910);
INSERT INTO "accounts" VALUES(12,7,'person',6,0,868);
INSERT INTO "accounts" VALUES(13,7,'escrow',3,1,60);
INSERT INTO "accounts" VALUES(14,7,'escrow',4,1,60);
INSERT INTO "accounts" VALUES(15,7,'escrow',5,-1,240);
INSERT INTO "accounts" VALUES(16,7,'person',9,0,960);
INSERT INTO "accounts" VALUES(17,7,'person',10,0,960);
INSERT INTO "accounts" VALUES(18,7,'escrow',7,1,40);
INSERT INTO "accounts" VALUES(19,7,'escrow',8,1,70);
INSERT INTO "accounts" VALUES(20,7,'person',11,0,1000);
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
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
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
INSERT INTO "dailies" VALUES(1,'2026-01-01',7,1767225600000,'{"moves":["propose","accept"]}',NULL,NULL,NULL,NULL);
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
INSERT INTO "events" VALUES(1,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[1,"P1"],"challenged":[2,"P2"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":50,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(1,2,1767225600000,'seated',1,'{"north":[1,"P1"],"south":[2,"P2"]}');
INSERT INTO "events" VALUES(1,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(1,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KH","south":"TS"}}');
INSERT INTO "events" VALUES(1,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[1,1000],[2,1000]]}');
INSERT INTO "events" VALUES(1,6,1767225600000,'cards_wanted',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(1,7,1767225600000,'cards_wanted',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(1,8,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(1,9,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"3c344c4189eb2f1e7bd5d47e446fcec2a3d811736110e5781bcccea696762e61","until":1767225600000}');
INSERT INTO "events" VALUES(1,10,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":27,"seeds":["my own seed","2d99bf358c2e0718"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,11,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JH TC 7D TS TH 8S JS AC AH KC 9H KS 7H 7S TD QC AD 7C KD 8C 9C JD QD 9D KH 8D QS 9S JC AS 8H QH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,12,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(1,13,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(1,14,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"822ce47ca8c74107e66cb0e4b2b3f4d58d82ca6386d2c96e760e819b85c924c3","until":1767225600000}');
INSERT INTO "events" VALUES(1,15,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":26,"seeds":["my own seed","a6058a00581a22b2"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,16,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"QS QD AC 9S 7D 8D TH 7C 7H AH KC QC AD KD 9C JS KH QH 7S 8C 9D JC JH KS 8S AS TS TC TD JD 8H 9H","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,17,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"turned"}}');
INSERT INTO "events" VALUES(1,18,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(1,19,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(1,20,1767225600000,'deal_promised',1,'{"v":1,"number":3,"secret":"2de50472433d2e44fed8b6b8357e44cd3129903ac1d45597a242fdf11f8f2b1a","until":1767225600000}');
INSERT INTO "events" VALUES(1,21,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":30,"seeds":["my own seed","93114351dcbed407"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,22,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AC JS AD KH 8C 7H JD 7D TH 8H QC KC QD KS 7C KD JH AH 9C 9D QS JC TS QH 7S 9S AS TD 8D TC 8S 9H","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,23,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(1,24,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(1,25,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"N","how":"five"}}');
INSERT INTO "events" VALUES(1,26,1767225600000,'stakes_paid',1,'{"v":1,"purses":[[1,950],[2,950]]}');
INSERT INTO "events" VALUES(1,27,1767225600000,'rematch_asked',1,'{"by":1}');
INSERT INTO "events" VALUES(1,28,1767225600000,'rentrant_entered',1,'{"v":1,"person":{"id":2,"name":"P2"}}');
INSERT INTO "events" VALUES(1,29,1767225600000,'chair_taken',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(1,30,1767225600000,'seated',1,'{"north":[1,"P1"],"south":[2,"P2"]}');
INSERT INTO "events" VALUES(1,31,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":"S"}}');
INSERT INTO "events" VALUES(1,32,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[1,1050],[2,950]]}');
INSERT INTO "events" VALUES(1,33,1767225600000,'cards_wanted',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(1,34,1767225600000,'cards_wanted',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(1,35,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(1,36,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"e3e6b605b99e8306dda748a61e029a8a3f415b024a146cf0d98a98e1cf999661","until":1767225600000}');
INSERT INTO "events" VALUES(1,37,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":23,"seeds":["my own seed","df0e7337420c13f8"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,38,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TD AD AH 9S KS TC 8H 9H JH JC 7S 7C 9C TS JS KD 9D KH QH JD TH QC QS QD 7H 8C AC 8D AS 8S KC 7D","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,39,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(1,40,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(1,41,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"f5d40f6ce079d1b987376f07bcb81287fdc8c0388fe881c3a0661970ef3f6df0","until":1767225600000}');
INSERT INTO "events" VALUES(1,42,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":17,"seeds":["my own seed","8a34888d396cab3b"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,43,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AC 9S KS 7D KH 8C 7S AS 8D 9D JC JH QC 7C JS AH 7H KD 8H KC QH QS 8S TS JD 9C AD TH TD QD TC 9H","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,44,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(1,45,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(1,46,1767225600000,'deal_promised',1,'{"v":1,"number":3,"secret":"80d27f58df111a3b3df245ada90802389a78cdc29492a875f74ac6f3aa202f4a","until":1767225600000}');
INSERT INTO "events" VALUES(1,47,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":2,"seeds":["my own seed","bac48a6a9e826bd6"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(1,48,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"8C 8D 9S QC TH 8H 7S QH 7H 7C KH TC 7D QS JH KS KD QD JD AD AC 9C 8S TS AS AH 9H KC TD JC JS 9D","distribution":"3-2"}}');
INSERT INTO "events" VALUES(1,49,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"turned"}}');
INSERT INTO "events" VALUES(1,50,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(1,51,1767225600000,'stakes_paid',1,'{"v":1,"purses":[[1,1000],[2,900]]}');
INSERT INTO "events" VALUES(1,52,1767225600000,'closed',1,'{"by":1}');
INSERT INTO "events" VALUES(2,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[1,"P1"],"challenged":[2,"P2"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-double-treble"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":40,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(2,2,1767225600000,'seated',1,'{"north":[1,"P1"],"south":[2,"P2"]}');
INSERT INTO "events" VALUES(2,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-double-treble","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(2,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"8S","south":"AH"}}');
INSERT INTO "events" VALUES(2,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[1,1000],[2,1000]]}');
INSERT INTO "events" VALUES(2,6,1767225600000,'cards_wanted',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(2,7,1767225600000,'cards_wanted',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(2,8,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(2,9,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"9a451da1305317feed6740b9bd7425dcb03de04bf0a4f21e0adc3ebef6822b55","until":1767225600000}');
INSERT INTO "events" VALUES(2,10,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":30,"seeds":["my own seed","a833b3b84e0f27f9"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(2,11,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JC 8H AS JH QH 7D 9H KS AC 9C KD JD 7H TS QS 8S AH 7C QC 8D KC TD 8C 7S TH 9S KH 9D TC QD JS AD","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,12,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"S","how":"turned"}}');
INSERT INTO "events" VALUES(2,13,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(2,14,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(2,15,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"f7a910b6b6683480fc91baefae179bf759340f6cf6c1f9810d387dd45ce301e9","until":1767225600000}');
INSERT INTO "events" VALUES(2,16,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":23,"seeds":["my own seed","f5fd99301d8fa94d"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(2,17,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7D AD TH KS 9H 7H JH 8C TC JS JD 9S KD 8H TD AC QD KC 7C QH 8S 9C QS 9D TS QC 8D JC AH KH AS 7S","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,18,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(2,19,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(2,20,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(2,21,1767225600000,'stakes_paid',1,'{"v":1,"purses":[[1,960],[2,960]]}');
INSERT INTO "events" VALUES(2,22,1767225600000,'rentrant_entered',1,'{"v":1,"person":{"id":1,"name":"P1"}}');
INSERT INTO "events" VALUES(2,23,1767225600000,'chair_taken',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(2,24,1767225600000,'rematch_asked',1,'{"by":2}');
INSERT INTO "events" VALUES(2,25,1767225600000,'seated',1,'{"north":[1,"P1"],"south":[2,"P2"]}');
INSERT INTO "events" VALUES(2,26,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-double-treble","for_stakes":true},"dealer":"S"}}');
INSERT INTO "events" VALUES(2,27,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[1,880],[2,1120]]}');
INSERT INTO "events" VALUES(2,28,1767225600000,'rentrant_entered',1,'{"v":1,"person":{"id":7,"name":"P7"}}');
INSERT INTO "events" VALUES(2,29,1767225600000,'bet_placed',1,'{"v":1,"person":{"id":3,"name":"P3"},"side":"N","amount":30,"purses":[[1,840],[2,1080],[3,1000]]}');
INSERT INTO "events" VALUES(2,30,1767225600000,'bet_placed',1,'{"v":1,"person":{"id":4,"name":"P4"},"side":"S","amount":60,"purses":[[1,840],[2,1080],[4,1000]]}');
INSERT INTO "events" VALUES(2,31,1767225600000,'cards_wanted',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(2,32,1767225600000,'cards_wanted',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(2,33,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(2,34,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"13abbe48a1ae6b96681c34f9c424eae11631d67fdf64a0d8a5b4dff0c5475a81","until":1767225600000}');
INSERT INTO "events" VALUES(2,35,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":14,"seeds":["my own seed","19dac896481471da"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(2,36,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"KC 9S AH 7D QH 9D KD TS QD 9H JS 8D 8S QS 8H AD AS JC TD AC 7S JD KS 8C JH QC 7C TC TH 7H 9C KH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,37,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(2,38,1767225600000,'played',1,'{"event":{"type":"Refused","v":1}}');
INSERT INTO "events" VALUES(2,39,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9S"}}');
INSERT INTO "events" VALUES(2,40,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9D"}}');
INSERT INTO "events" VALUES(2,41,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KC"}}');
INSERT INTO "events" VALUES(2,42,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9H"}}');
INSERT INTO "events" VALUES(2,43,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"AH"}}');
INSERT INTO "events" VALUES(2,44,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QH"}}');
INSERT INTO "events" VALUES(2,45,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"QD"}}');
INSERT INTO "events" VALUES(2,46,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KD"}}');
INSERT INTO "events" VALUES(2,47,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"TS"}}');
INSERT INTO "events" VALUES(2,48,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7D"}}');
INSERT INTO "events" VALUES(2,49,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"refused","tricks":[4,1]}}');
INSERT INTO "events" VALUES(2,50,1767225600000,'side_bets_opened',1,'{"v":1,"until":1767225620000}');
INSERT INTO "events" VALUES(2,51,1767225600000,'side_bet_offered',1,'{"v":1,"person":{"id":5,"name":"P5"},"side":"N","amount":20,"purses":[[5,1000]]}');
INSERT INTO "events" VALUES(2,52,1767225600000,'side_bet_taken',1,'{"v":1,"person":{"id":6,"name":"P6"},"number":1,"amount":null,"purses":[[6,1000]]}');
INSERT INTO "events" VALUES(2,53,1767225600000,'cards_wanted',1,'{"v":1,"by":1}');
INSERT INTO "events" VALUES(2,54,1767225600000,'cards_wanted',1,'{"v":1,"by":2}');
INSERT INTO "events" VALUES(2,55,1767225600000,'side_bets_closed',1,'{"v":1}');
INSERT INTO "events" VALUES(2,56,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"0608eca9153d28821562a11be30348c7a421e82944385c857e1007d7b95dac64","until":1767225600000}');
INSERT INTO "events" VALUES(2,57,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":13,"seeds":["my own seed","fc8d5c7d438a96bb"],"drawn":[false,true]}');
INSERT INTO "events" VALUES(2,58,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7H 7D JC AD KS AS 9H 8D 8C KH JS 7C 8S 7S JH 9D TD QD TC AH QC KD QS JD 9C 8H KC 9S QH TH TS AC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(2,59,1767225600000,'played',1,'{"event":{"type":"Proposed","v":1}}');
INSERT INTO "events" VALUES(2,60,1767225600000,'pointed',1,'{"v":1,"by":3,"decision":24,"signs":[0]}');
INSERT INTO "events" VALUES(3,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[3,"P3"],"challenged":[4,"P4"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":25,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(3,2,1767225600000,'seated',1,'{"north":[3,"P3"],"south":[4,"P4"]}');
INSERT INTO "events" VALUES(3,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(3,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"8C","south":"JS"}}');
INSERT INTO "events" VALUES(3,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[3,970],[4,970]]}');
INSERT INTO "events" VALUES(3,6,1767225600000,'bet_placed',1,'{"v":1,"person":{"id":5,"name":"P5"},"side":"S","amount":10,"purses":[[3,945],[4,945],[5,980]]}');
INSERT INTO "events" VALUES(4,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[3,"P3"],"challenged":[4,"P4"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","manners":"salon"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":false,"stake":30,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(4,2,1767225600000,'seated',1,'{"north":[3,"P3"],"south":[4,"P4"]}');
INSERT INTO "events" VALUES(4,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true,"manners":"salon"},"dealer":null}}');
INSERT INTO "events" VALUES(4,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"AD","south":"QC"}}');
INSERT INTO "events" VALUES(4,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[3,945],[4,945]]}');
INSERT INTO "events" VALUES(4,6,1767225600000,'cards_wanted',1,'{"v":1,"by":3}');
INSERT INTO "events" VALUES(4,7,1767225600000,'cards_wanted',1,'{"v":1,"by":4}');
INSERT INTO "events" VALUES(4,8,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(4,9,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"d806aca54e019c2bf0fe282bd4b49280c790183afb5f69fb4d3226033d0141c5","until":1767225600000}');
INSERT INTO "events" VALUES(4,10,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":8,"seeds":["6b5e248acec88aeb","64f33bdcf8e85f8c"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(4,11,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"QC 7D QD 8C JD QH AH 9S 9C 7H QS TH TS KS AS 8D TD AC 9D 7S KH KD KC 8S 9H 7C AD TC 8H JC JS JH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(4,12,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QD"}}');
INSERT INTO "events" VALUES(4,13,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"9C"}}');
INSERT INTO "events" VALUES(4,14,1767225600000,'played',1,'{"event":{"type":"SuitNamed","v":1,"seat":"N","suit":"D"}}');
INSERT INTO "events" VALUES(4,15,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"7D"}}');
INSERT INTO "events" VALUES(4,16,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JD"}}');
INSERT INTO "events" VALUES(4,17,1767225600000,'played',1,'{"event":{"type":"SuitNamed","v":1,"seat":"S","suit":"C"}}');
INSERT INTO "events" VALUES(5,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[5,"P5"],"challenged":null,"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":60,"style":"french","pool":"all","cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(5,2,1767225600000,'pool_joined',1,'{"v":1,"person":{"id":5,"name":"P5"}}');
INSERT INTO "events" VALUES(5,3,1767225600000,'pool_joined',1,'{"v":1,"person":{"id":6,"name":"P6"}}');
INSERT INTO "events" VALUES(5,4,1767225600000,'pool_joined',1,'{"v":1,"person":{"id":7,"name":"P7"}}');
INSERT INTO "events" VALUES(5,5,1767225600000,'pool_formed',1,'{"v":1,"purses":[[5,970],[6,988],[7,1000]]}');
INSERT INTO "events" VALUES(5,6,1767225600000,'pool_cut',1,'{"v":1,"cards":[["QD",5],["KS",6],["KC",7]]}');
INSERT INTO "events" VALUES(5,7,1767225600000,'seated',1,'{"north":[6,"P6"],"south":[7,"P7"]}');
INSERT INTO "events" VALUES(5,8,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(5,9,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KH","south":"9H"}}');
INSERT INTO "events" VALUES(5,10,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"5b47146d57cd20f3ba185e0e0b7d297b4cfcb8de6c575f5dfa79eb91963ced8d","until":1767225600000}');
INSERT INTO "events" VALUES(5,11,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":8,"seeds":["f442e6f0535c3581","dd95d469490d247c"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(5,12,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TC AS 9S KH JH 9C QD JS 7S AD 8H QH TH JC QS QC 8C AH 8D JD KS TD 7C 8S KC 9D TS 7H AC KD 7D 9H","distribution":"3-2"}}');
INSERT INTO "events" VALUES(5,13,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(5,14,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(5,15,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"ffcd37d04396565bafb9176a08909858a8db670002bfd989be9e448a29019d9f","until":1767225600000}');
INSERT INTO "events" VALUES(5,16,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":27,"seeds":["4eafc99c9a6cc554","c31b4975041c9099"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(5,17,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AD QH AH KC 7C TH 9D 8D JD 9C 8C JC 7H AS KH 9S AC JH TC 8H TS 7D QS QD KS 7S 9H JS 8S KD QC TD","distribution":"3-2"}}');
INSERT INTO "events" VALUES(5,18,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(5,19,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(5,20,1767225600000,'deal_promised',1,'{"v":1,"number":3,"secret":"425e29070444f8cd2c65c73a1faea7a29bb75d2dd15cfe8c513a9f950edc472e","until":1767225600000}');
INSERT INTO "events" VALUES(5,21,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":29,"seeds":["8c307317977e66cc","d33e108dee950ecc"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(5,22,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7H 8C 7C KH 8S 8D 9S QS JC TH JD KC TC 9H JS TD AS QC 7D QH KS 9D AD AC 9C AH KD 8H TS JH QD 7S","distribution":"3-2"}}');
INSERT INTO "events" VALUES(5,23,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"N"}}');
INSERT INTO "events" VALUES(5,24,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"S","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(5,25,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"S","how":"five"}}');
INSERT INTO "events" VALUES(5,26,1767225600000,'pool_game_counted',1,'{"v":1,"purses":[[5,910],[6,928],[7,940]]}');
INSERT INTO "events" VALUES(5,27,1767225600000,'rematch_asked',1,'{"by":5}');
INSERT INTO "events" VALUES(5,28,1767225600000,'rematch_asked',1,'{"by":7}');
INSERT INTO "events" VALUES(5,29,1767225600000,'seated',1,'{"north":[5,"P5"],"south":[7,"P7"]}');
INSERT INTO "events" VALUES(5,30,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(5,31,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KD","south":"JS"}}');
INSERT INTO "events" VALUES(5,32,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"c0967cd7eed18df1012b51ac263d091212d54e15b55d3ade56d645048ebaf773","until":1767225600000}');
INSERT INTO "events" VALUES(5,33,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":2,"seeds":["40aa0fc184226ec1","6a81fc47031de33f"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(5,34,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"AC 8D QH AS TD JC QC TH 7H KH 9D 9C 7S 9H JD JS TS KD AH 7C 8H 7D JH KC AD KS 9S 8C QD 8S QS TC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(5,35,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"TH"}}');
INSERT INTO "events" VALUES(5,36,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KH"}}');
INSERT INTO "events" VALUES(6,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[8,"P8"],"challenged":[4000001,"House (novice)"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(6,2,1767225600000,'seated',1,'{"north":[8,"P8"],"south":[4000001,"House (novice)"]}');
INSERT INTO "events" VALUES(6,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"dealer":null}}');
INSERT INTO "events" VALUES(6,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"AH","south":"8D"}}');
INSERT INTO "events" VALUES(6,5,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"dc12504a88c2cb119a55df2aeb37dd28efd75541c4660287327fb3f3128c0b2b","until":1767225600000}');
INSERT INTO "events" VALUES(6,6,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":23,"seeds":["7db8dd45639ef0a5","fec12ab6efe0634b"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(6,7,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TD 8S QH 7D KD AH JD JC AC 9C KS 8D 9S JH TS 7S 8H AD 7C QS 8C 9H JS TC TH 7H KH QC KC QD AS 9D","distribution":"3-2"}}');
INSERT INTO "events" VALUES(6,8,1767225600000,'played',1,'{"event":{"type":"KingMarked","v":1,"seat":"N","how":"turned"}}');
INSERT INTO "events" VALUES(6,9,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JD"}}');
INSERT INTO "events" VALUES(6,10,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"KD"}}');
INSERT INTO "events" VALUES(6,11,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"9C"}}');
INSERT INTO "events" VALUES(6,12,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"JC"}}');
INSERT INTO "events" VALUES(7,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[9,"P9"],"challenged":[10,"P10"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"fresh-cut-for-rubber","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":20,"style":"french","pool":null,"cut_ms":3600000,"rubber":3,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(7,2,1767225600000,'seated',1,'{"north":[9,"P9"],"south":[10,"P10"]}');
INSERT INTO "events" VALUES(7,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"fresh-cut-for-rubber","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(7,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"7S","south":"QS"}}');
INSERT INTO "events" VALUES(7,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767225645000,"purses":[[9,1000],[10,1000]]}');
INSERT INTO "events" VALUES(7,6,1767225600000,'cards_wanted',1,'{"v":1,"by":9}');
INSERT INTO "events" VALUES(7,7,1767225600000,'cards_wanted',1,'{"v":1,"by":10}');
INSERT INTO "events" VALUES(7,8,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(7,9,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"1a8edf4f0c68f562cc4ae5578553c16be0f5d3cb0c58233021de274273ced71b","until":1767229200000}');
INSERT INTO "events" VALUES(8,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[9,"P9"],"challenged":[10,"P10"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"correspondence","hours":24},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":20,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(8,2,1767225600000,'seated',1,'{"north":[9,"P9"],"south":[10,"P10"]}');
INSERT INTO "events" VALUES(8,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(8,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KD","south":"9H"}}');
INSERT INTO "events" VALUES(8,5,1767225600000,'bets_opened',1,'{"v":1,"until":1767268800000,"purses":[[9,980],[10,980]]}');
INSERT INTO "events" VALUES(8,6,1767225600000,'bet_placed',1,'{"v":1,"person":{"id":1,"name":"P1"},"side":"N","amount":15,"purses":[[1,840],[9,960],[10,960]]}');
INSERT INTO "events" VALUES(8,7,1767225600000,'bet_placed',1,'{"v":1,"person":{"id":2,"name":"P2"},"side":"S","amount":15,"purses":[[2,1080],[9,960],[10,960]]}');
INSERT INTO "events" VALUES(8,8,1767225600000,'cards_wanted',1,'{"v":1,"by":9}');
INSERT INTO "events" VALUES(8,9,1767225600000,'cards_wanted',1,'{"v":1,"by":10}');
INSERT INTO "events" VALUES(8,10,1767225600000,'bets_closed',1,'{"v":1,"purses":[]}');
INSERT INTO "events" VALUES(8,11,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"b82b2ff716ca0b9b48fa806ee48229d1a5debdf9e8555405951cb239f5c49204","until":1767225600000}');
INSERT INTO "events" VALUES(8,12,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":14,"seeds":["54847e25bb200b09","e99905b88891bbf5"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(8,13,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"KS KC JD AS JS KD AC JC QD QH TH 9D KH 9S QS 8C JH 8S 9C 8D 7H 8H QC TD TS AH TC AD 7D 9H 7C 7S","distribution":"3-2"}}');
INSERT INTO "events" VALUES(8,14,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"KS"}}');
INSERT INTO "events" VALUES(8,15,1767225600000,'hand_offered',1,'{"v":1,"seat":"N","claim":null}');
INSERT INTO "events" VALUES(9,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[11,"P11"],"challenged":[1,"P1"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":10,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(10,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[12,"P12"],"challenged":null,"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":true,"last_trick_by_itself":true,"stake":0,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":true,"house":"salon"},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(11,1,1767225600000,'opened',1,'{"guild":7,"channel":70,"challenger":[11,"P11"],"challenged":[12,"P12"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"french","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":"salon"},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(11,2,1767225600000,'seated',1,'{"north":[11,"P11"],"south":[12,"P12"]}');
INSERT INTO "events" VALUES(11,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only"},"dealer":null}}');
INSERT INTO "events" VALUES(11,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"TC","south":"AC"}}');
INSERT INTO "events" VALUES(11,5,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"cd99718b97000ed59b397938f11b1bfaef8fc0f940437aa106553dccffdaeeb1","until":1767225600000}');
INSERT INTO "events" VALUES(11,6,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":18,"seeds":["7a946a73c05b2339","ec021e86578404a6"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(11,7,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"9C 7H 8D TH 9H AH KH 8H 9S JS AS TC JC QD AD AC JH QH KC 7D TS KD 8C 7S JD 8S QC 9D 7C TD KS QS","distribution":"3-2"}}');
INSERT INTO "events" VALUES(11,8,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(11,9,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(11,10,1767225600000,'deal_promised',1,'{"v":1,"number":2,"secret":"24f9db073d091865576ac6ac0ca46a9343acaacd542a3d52f737eaa88ecc85a1","until":1767225600000}');
INSERT INTO "events" VALUES(11,11,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":15,"seeds":["898a0c0fe89ac9bc","9570714c28c82c20"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(11,12,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"JH 9C 8C AH 8S 8H QS TC JS TD QC JD KS KH QH 7C AD JC TS AS 7H TH 9S AC 7S KC 9D KD 8D 7D 9H QD","distribution":"3-2"}}');
INSERT INTO "events" VALUES(11,13,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(11,14,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(11,15,1767225600000,'deal_promised',1,'{"v":1,"number":3,"secret":"f482c8f73f434e363d0323e0030a250c945a6f4e00281b12b099c7dbb9f99113","until":1767225600000}');
INSERT INTO "events" VALUES(11,16,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":11,"seeds":["0e11cceafe3475f0","c0d9414ce96f6cbe"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(11,17,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"7S 8D JC 7D TD TC TH QH QS KH 8S 8C KD KC 7H JH 9C QC 9S JS TS 9D AS AD 8H 7C 9H AH JD QD KS AC","distribution":"3-2"}}');
INSERT INTO "events" VALUES(11,18,1767225600000,'played',1,'{"event":{"type":"HandAbandoned","v":1,"seat":"S"}}');
INSERT INTO "events" VALUES(11,19,1767225600000,'played',1,'{"event":{"type":"DealScored","v":1,"seat":"N","points":2,"reason":"vole","tricks":[0,0]}}');
INSERT INTO "events" VALUES(11,20,1767225600000,'played',1,'{"event":{"type":"GameEnded","v":1,"winner":"N","how":"five"}}');
INSERT INTO "events" VALUES(11,21,1767225600000,'rentrant_entered',1,'{"v":1,"person":{"id":1,"name":"P1"}}');
INSERT INTO "events" VALUES(12,1,1767225600000,'opened',1,'{"guild":7,"channel":71,"challenger":[14,"P14"],"challenged":[12,"P12"],"terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"expires_at":1767226200000}');
INSERT INTO "events" VALUES(12,2,1767225600000,'seated',1,'{"north":[14,"P14"],"south":[12,"P12"]}');
INSERT INTO "events" VALUES(12,3,1767225600000,'played',1,'{"event":{"type":"GameStarted","v":1,"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"dealer":null}}');
INSERT INTO "events" VALUES(12,4,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"JH","south":"JC"}}');
INSERT INTO "events" VALUES(12,5,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KD","south":"KH"}}');
INSERT INTO "events" VALUES(12,6,1767225600000,'played',1,'{"event":{"type":"CutMade","v":1,"north":"KS","south":"JS"}}');
INSERT INTO "events" VALUES(12,7,1767225600000,'deal_promised',1,'{"v":1,"number":1,"secret":"d6823097861fc5d10b00b43708d052f629ae9be65ce8fd91d86dfa75468be82b","until":1767225600000}');
INSERT INTO "events" VALUES(12,8,1767225600000,'pack_cut',1,'{"v":1,"by":null,"place":28,"seeds":["55e626de66e0b0de","685549f92636afc7"],"drawn":[true,true]}');
INSERT INTO "events" VALUES(12,9,1767225600000,'played',1,'{"event":{"type":"CardsDealt","v":1,"pack":"TD KH 7C 9S 7D QS 7H 8S QC QH 9C TC AD JD 8C TH 9D JS JH 8H 9H KS AC QD KC 8D JC 7S AS KD TS AH","distribution":"3-2"}}');
INSERT INTO "events" VALUES(12,10,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"S","card":"7C"}}');
INSERT INTO "events" VALUES(12,11,1767225600000,'played',1,'{"event":{"type":"CardPlayed","v":1,"seat":"N","card":"QC"}}');
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
INSERT INTO "game_players" VALUES(1,1,1,2,'north',1,5,3,0,3);
INSERT INTO "game_players" VALUES(1,1,2,1,'south',0,1,0,1,3);
INSERT INTO "game_players" VALUES(1,2,1,2,'north',0,0,0,0,3);
INSERT INTO "game_players" VALUES(1,2,2,1,'south',1,5,2,1,3);
INSERT INTO "game_players" VALUES(2,1,1,2,'north',0,0,0,0,2);
INSERT INTO "game_players" VALUES(2,1,2,1,'south',1,5,2,1,2);
INSERT INTO "game_players" VALUES(5,1,6,7,'north',0,0,0,0,3);
INSERT INTO "game_players" VALUES(5,1,7,6,'south',1,5,3,0,3);
INSERT INTO "game_players" VALUES(11,1,11,12,'north',1,5,3,0,3);
INSERT INTO "game_players" VALUES(11,1,12,11,'south',0,0,0,0,3);
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
INSERT INTO "games" VALUES(1,1,7,1767225600000,1767225600000,'north','five',5,1,3,'cavendish');
INSERT INTO "games" VALUES(1,2,7,1767225600000,1767225600000,'south','five',0,5,3,'cavendish');
INSERT INTO "games" VALUES(2,1,7,1767225600000,1767225600000,'south','five',0,5,2,'cavendish');
INSERT INTO "games" VALUES(5,1,7,1767225600000,1767225600000,'south','five',0,5,3,'cavendish');
INSERT INTO "games" VALUES(11,1,7,1767225600000,1767225600000,'north','five',5,0,3,'cavendish');
CREATE TABLE guilds (
	guild_id INTEGER NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
)
 STRICT

;
INSERT INTO "guilds" VALUES(7,'{"language":"fr","house":"salon","channels":[70],"stake":20,"opening":1000}');
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id), 
	CONSTRAINT ck_heartbeat_one_row CHECK (id = 1)
)
 STRICT

;
INSERT INTO "heartbeat" VALUES(1,1767225630000);
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
INSERT INTO "messages" VALUES(2,'table',70,990,'abc',1767225600000);
CREATE TABLE players (
	user_id INTEGER NOT NULL, 
	name TEXT, 
	preferences TEXT DEFAULT '{}' NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (user_id)
)
 STRICT

;
INSERT INTO "players" VALUES(1,'P1','{"four_colours":true,"distribution":"2-3","seed":"my own seed"}');
INSERT INTO "players" VALUES(2,'P2','{"language":"fr"}');
INSERT INTO "players" VALUES(3,'P3','{}');
INSERT INTO "players" VALUES(4,'P4','{}');
INSERT INTO "players" VALUES(5,'P5','{}');
INSERT INTO "players" VALUES(6,'P6','{}');
INSERT INTO "players" VALUES(7,'P7','{}');
INSERT INTO "players" VALUES(8,'P8','{}');
INSERT INTO "players" VALUES(9,'P9','{}');
INSERT INTO "players" VALUES(10,'P10','{}');
INSERT INTO "players" VALUES(11,'P11','{}');
INSERT INTO "players" VALUES(12,'P12','{}');
INSERT INTO "players" VALUES(13,'P13','{}');
INSERT INTO "players" VALUES(14,'P14','{}');
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
INSERT INTO "postings" VALUES(1,1,-1000);
INSERT INTO "postings" VALUES(1,2,1000);
INSERT INTO "postings" VALUES(2,1,-1000);
INSERT INTO "postings" VALUES(2,3,1000);
INSERT INTO "postings" VALUES(3,2,-50);
INSERT INTO "postings" VALUES(3,3,-50);
INSERT INTO "postings" VALUES(3,4,100);
INSERT INTO "postings" VALUES(4,2,100);
INSERT INTO "postings" VALUES(4,4,-100);
INSERT INTO "postings" VALUES(5,2,-50);
INSERT INTO "postings" VALUES(5,3,-50);
INSERT INTO "postings" VALUES(5,5,100);
INSERT INTO "postings" VALUES(6,3,100);
INSERT INTO "postings" VALUES(6,5,-100);
INSERT INTO "postings" VALUES(7,2,-40);
INSERT INTO "postings" VALUES(7,3,-40);
INSERT INTO "postings" VALUES(7,6,80);
INSERT INTO "postings" VALUES(8,2,-80);
INSERT INTO "postings" VALUES(8,3,160);
INSERT INTO "postings" VALUES(8,6,-80);
INSERT INTO "postings" VALUES(9,2,-40);
INSERT INTO "postings" VALUES(9,3,-40);
INSERT INTO "postings" VALUES(9,7,80);
INSERT INTO "postings" VALUES(10,1,-1000);
INSERT INTO "postings" VALUES(10,8,1000);
INSERT INTO "postings" VALUES(11,1,-1000);
INSERT INTO "postings" VALUES(11,9,1000);
INSERT INTO "postings" VALUES(12,7,30);
INSERT INTO "postings" VALUES(12,9,-30);
INSERT INTO "postings" VALUES(13,1,-1000);
INSERT INTO "postings" VALUES(13,10,1000);
INSERT INTO "postings" VALUES(14,7,60);
INSERT INTO "postings" VALUES(14,10,-60);
INSERT INTO "postings" VALUES(15,7,-30);
INSERT INTO "postings" VALUES(15,10,30);
INSERT INTO "postings" VALUES(16,1,-1000);
INSERT INTO "postings" VALUES(16,11,1000);
INSERT INTO "postings" VALUES(17,7,20);
INSERT INTO "postings" VALUES(17,11,-20);
INSERT INTO "postings" VALUES(18,1,-1000);
INSERT INTO "postings" VALUES(18,12,1000);
INSERT INTO "postings" VALUES(19,7,12);
INSERT INTO "postings" VALUES(19,12,-12);
INSERT INTO "postings" VALUES(20,9,-25);
INSERT INTO "postings" VALUES(20,10,-25);
INSERT INTO "postings" VALUES(20,13,50);
INSERT INTO "postings" VALUES(21,11,-10);
INSERT INTO "postings" VALUES(21,13,10);
INSERT INTO "postings" VALUES(22,9,-30);
INSERT INTO "postings" VALUES(22,10,-30);
INSERT INTO "postings" VALUES(22,14,60);
INSERT INTO "postings" VALUES(23,8,-60);
INSERT INTO "postings" VALUES(23,11,-60);
INSERT INTO "postings" VALUES(23,12,-60);
INSERT INTO "postings" VALUES(23,15,180);
INSERT INTO "postings" VALUES(24,12,-60);
INSERT INTO "postings" VALUES(24,15,60);
INSERT INTO "postings" VALUES(25,1,-1000);
INSERT INTO "postings" VALUES(25,16,1000);
INSERT INTO "postings" VALUES(26,1,-1000);
INSERT INTO "postings" VALUES(26,17,1000);
INSERT INTO "postings" VALUES(27,16,-20);
INSERT INTO "postings" VALUES(27,17,-20);
INSERT INTO "postings" VALUES(27,18,40);
INSERT INTO "postings" VALUES(28,16,-20);
INSERT INTO "postings" VALUES(28,17,-20);
INSERT INTO "postings" VALUES(28,19,40);
INSERT INTO "postings" VALUES(29,2,-15);
INSERT INTO "postings" VALUES(29,19,15);
INSERT INTO "postings" VALUES(30,3,-15);
INSERT INTO "postings" VALUES(30,19,15);
INSERT INTO "postings" VALUES(31,1,-1000);
INSERT INTO "postings" VALUES(31,20,1000);
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
INSERT INTO "quizzes" VALUES(1,1,1767225600000,NULL,'{"asked":["7S KS QS JS 9S 8S","AH KD QD JC 9C 8S"]}','p',NULL,NULL,0);
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "seats" VALUES(2,1);
INSERT INTO "seats" VALUES(2,2);
INSERT INTO "seats" VALUES(3,3);
INSERT INTO "seats" VALUES(4,3);
INSERT INTO "seats" VALUES(3,4);
INSERT INTO "seats" VALUES(4,4);
INSERT INTO "seats" VALUES(5,5);
INSERT INTO "seats" VALUES(5,7);
INSERT INTO "seats" VALUES(6,8);
INSERT INTO "seats" VALUES(7,9);
INSERT INTO "seats" VALUES(8,9);
INSERT INTO "seats" VALUES(7,10);
INSERT INTO "seats" VALUES(8,10);
INSERT INTO "seats" VALUES(9,11);
INSERT INTO "seats" VALUES(11,11);
INSERT INTO "seats" VALUES(10,12);
INSERT INTO "seats" VALUES(11,12);
INSERT INTO "seats" VALUES(12,12);
INSERT INTO "seats" VALUES(12,14);
INSERT INTO "seats" VALUES(6,4000001);
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
INSERT INTO "tables" VALUES(1,7,70,NULL,'closed',1,2,1,2,52,NULL,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(2,7,70,NULL,'playing',1,2,1,2,60,1767225760000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(3,7,70,NULL,'playing',3,4,3,4,6,1767225645000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(4,7,70,NULL,'playing',3,4,3,4,17,1767225760000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(5,7,70,NULL,'playing',5,7,5,NULL,36,1767225760000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(6,7,70,NULL,'playing',8,4000001,8,4000001,12,1767225760000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(7,7,70,NULL,'playing',9,10,9,10,9,1767229200000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(8,7,70,NULL,'playing',9,10,9,10,15,1767268800000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(9,7,70,NULL,'challenge',NULL,NULL,11,1,1,1767226200000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(10,7,70,NULL,'challenge',NULL,NULL,12,NULL,1,1767226200000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(11,7,70,NULL,'between',11,12,11,12,21,1767225660000,1767225600000,1767225600000);
INSERT INTO "tables" VALUES(12,7,71,NULL,'playing',14,12,14,12,11,1767225760000,1767225600000,1767225600000);
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
INSERT INTO "tournament_games" VALUES(1,1,2,1,12);
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
INSERT INTO "tournament_people" VALUES(1,10,2,'P10');
INSERT INTO "tournament_people" VALUES(1,11,1,'P11');
INSERT INTO "tournament_people" VALUES(1,12,5,'P12');
INSERT INTO "tournament_people" VALUES(1,13,3,'P13');
INSERT INTO "tournament_people" VALUES(1,14,4,'P14');
INSERT INTO "tournament_people" VALUES(2,2,1,'P2');
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
INSERT INTO "tournaments" VALUES(1,7,71,10,'Spring','running','{"form":"knock-out","terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"hours":24}','{"rounds":{"version":1,"form":"knock-out","entrants":[1,2,3,4,5],"withdrawn":[],"rounds":[["bye",null,"bye","bye"]]},"ready":{"4":1767225600000,"5":1767225600000},"spent":{}}',9,1767312000000,1767225600000,1767225600000);
INSERT INTO "tournaments" VALUES(2,7,72,1,'Autumn','open','{"form":"round-robin","terms":{"rules":{"dialect":"cavendish","exchanges":null,"dealer_must_exchange":false,"next_deal":"alternates","points":5,"stakes":"single-only","for_stakes":true},"pace":{"kind":"live","decision_s":60,"reserve_s":120},"language":"en","in_thread":false,"last_trick_by_itself":true,"stake":0,"style":"english","pool":null,"cut_ms":0,"rubber":1,"hints":false,"house":null},"hours":24}','{"rounds":null,"ready":{},"spent":{}}',2,NULL,1767225600000,1767225600000);
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
INSERT INTO "transactions" VALUES(1,7,'opening','opening:2',1,1767225600000);
INSERT INTO "transactions" VALUES(2,7,'opening','opening:3',1,1767225600000);
INSERT INTO "transactions" VALUES(3,7,'stake','key:1:5',4,1767225600000);
INSERT INTO "transactions" VALUES(4,7,'settlement','end:4',4,1767225600000);
INSERT INTO "transactions" VALUES(5,7,'stake','key:1:32',5,1767225600000);
INSERT INTO "transactions" VALUES(6,7,'settlement','end:5',5,1767225600000);
INSERT INTO "transactions" VALUES(7,7,'stake','key:2:5',6,1767225600000);
INSERT INTO "transactions" VALUES(8,7,'settlement','end:6',6,1767225600000);
INSERT INTO "transactions" VALUES(9,7,'stake','key:2:27',7,1767225600000);
INSERT INTO "transactions" VALUES(10,7,'opening','opening:8',1,1767225600000);
INSERT INTO "transactions" VALUES(11,7,'opening','opening:9',1,1767225600000);
INSERT INTO "transactions" VALUES(12,7,'bet','key:2:29',7,1767225600000);
INSERT INTO "transactions" VALUES(13,7,'opening','opening:10',1,1767225600000);
INSERT INTO "transactions" VALUES(14,7,'bet','key:2:30',7,1767225600000);
INSERT INTO "transactions" VALUES(15,7,'refund','close:7',7,1767225600000);
INSERT INTO "transactions" VALUES(16,7,'opening','opening:11',1,1767225600000);
INSERT INTO "transactions" VALUES(17,7,'side_bet','key:2:51',7,1767225600000);
INSERT INTO "transactions" VALUES(18,7,'opening','opening:12',1,1767225600000);
INSERT INTO "transactions" VALUES(19,7,'side_bet','key:2:52',7,1767225600000);
INSERT INTO "transactions" VALUES(20,7,'stake','key:3:5',13,1767225600000);
INSERT INTO "transactions" VALUES(21,7,'bet','key:3:6',13,1767225600000);
INSERT INTO "transactions" VALUES(22,7,'stake','key:4:5',14,1767225600000);
INSERT INTO "transactions" VALUES(23,7,'stake','key:5:5',15,1767225600000);
INSERT INTO "transactions" VALUES(24,7,'stake','key:5:26',15,1767225600000);
INSERT INTO "transactions" VALUES(25,7,'opening','opening:16',1,1767225600000);
INSERT INTO "transactions" VALUES(26,7,'opening','opening:17',1,1767225600000);
INSERT INTO "transactions" VALUES(27,7,'stake','key:7:5',18,1767225600000);
INSERT INTO "transactions" VALUES(28,7,'stake','key:8:5',19,1767225600000);
INSERT INTO "transactions" VALUES(29,7,'bet','key:8:6',19,1767225600000);
INSERT INTO "transactions" VALUES(30,7,'bet','key:8:7',19,1767225600000);
INSERT INTO "transactions" VALUES(31,7,'opening','opening:20',1,1767225600000);
CREATE INDEX ix_tables_status ON tables (status, guild_id);
CREATE INDEX ix_tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX ix_seats_user ON seats (user_id);
CREATE INDEX ix_messages_message ON messages (message_id);
CREATE INDEX ix_games_guild ON games (guild_id, ended_at, table_id, game_no);
CREATE INDEX ix_game_players_user ON game_players (user_id);
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
CREATE TRIGGER transactions_add_up AFTER INSERT ON transactions
BEGIN
    SELECT RAISE(ABORT, 'the postings of a transaction add up to zero')
    WHERE (SELECT coalesce(sum(amount), 1) FROM postings WHERE transaction_id = NEW.id) <> 0;
    SELECT RAISE(ABORT, 'a transaction is written against the house, which only gives but for new cards, or against a game')
    WHERE NOT EXISTS (
        SELECT 1 FROM accounts LEFT JOIN postings ON account_id = accounts.id AND transaction_id = NEW.id
        WHERE accounts.id = NEW.against AND guild_id = NEW.guild_id
        AND (CASE kind WHEN 'escrow' THEN NEW.kind <> 'new_cards' WHEN 'house' THEN (amount > 0) = (NEW.kind = 'new_cards') ELSE FALSE END)
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
CREATE UNIQUE INDEX ux_tournaments_on ON tournaments (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX ix_tournaments_channel ON tournaments (channel_id, id);
CREATE INDEX ix_tournaments_status ON tournaments (status);
CREATE INDEX ix_tournament_people_user ON tournament_people (user_id);
CREATE UNIQUE INDEX ux_tournament_games_table ON tournament_games (table_id);
CREATE INDEX ix_dailies_board ON dailies (guild_id, day);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',12);
INSERT INTO "sqlite_sequence" VALUES('tournaments',2);
COMMIT;
