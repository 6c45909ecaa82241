// Every kind of message, as the server reads and writes it. Made by `UPDATE_GOLDEN=1 cargo test -p web typescript`.

import type { FromServer, ToServer } from "../src/messages";

export const asked: ToServer[] = [
  {"captures":3,"clock":{"main":60,"period":10,"periods":3},"colour":"nigiri","do":"new","handicap":0,"komi":null,"partner":{"aim":"win","seconds":1,"strength":"gentle"},"rules":"chinese","size":9},
  {"do":"open","game":"abc"},
  {"at":"C3","do":"play"},
  {"do":"undo"},
  {"do":"resign"},
  {"do":"let-resign"},
  {"do":"hint"},
  {"do":"look","on":true},
  {"at":"C3","do":"dead"},
  {"do":"agree"},
  {"do":"play-on"},
  {"do":"go-ahead"},
  {"do":"teach","on":true},
  {"do":"danger","on":true},
  {"do":"territory","on":false},
  {"do":"go","to":null},
  {"do":"games"},
  {"do":"delete","game":"abc"},
  {"do":"restore","game":"abc"},
  {"do":"review","game":"abc","start":true},
  {"do":"close-review"},
  {"after":3,"do":"explore","moves":["pass"],"number":1},
  {"do":"stop-exploring"},
  {"after":3,"colour":"white","do":"play-from","moves":[],"partner":{"aim":"win","seconds":1,"strength":"gentle"}},
  {"do":"exercise","exercise":"two-eyes","moves":["B1"]},
];

export const told: FromServer[] = [
  {"is":"game","id":"a","size":5,"komi":0.5,"rules":"chinese","handicap":0,"captures":null,"partner":{"strength":"gentle","seconds":1.0,"aim":"win"},"you":"black","to_move":"black","phase":"playing","thinking":false,"moves":[["black","A1"],["white","C3"]],"stones":"............O.......X....","taken":{"black":0,"white":0},"dead":[],"owners":null,"score":null,"objection":null,"count":null,"result":null,"would_resign":false,"said":"I play C3.","reason":"most-visited","table":[{"at":"C3","visits":394,"win_rate":0.25,"lead":-22.5,"prior":0.5,"variation":["C3","pass"]}],"numbers":null,"graph":[[1,0.25,-22.5]],"lesson":{"number":1,"at":"A1","cost":44.75,"chance":0.5,"better":["C3","C2"],"named":false,"is_quiet":false,"sentence":"C3 was better. A1 cost 44.8 points."},"before":".........................","costs":[[1,44.75]],"warning":null,"tree":[[null,"A1"],[0,"C3"]],"here":1,"clocks":{"wish":{"main":600.0,"periods":3,"period":10.0},"black":{"left":599.5,"periods":null},"white":{"left":9.25,"periods":2},"running":null},"played_like":null},
  {"is":"game","id":"b","size":5,"komi":6.5,"rules":"japanese","handicap":2,"captures":null,"partner":{"strength":"strongest","seconds":1.0,"aim":"recover"},"you":"white","to_move":"white","phase":"over","thinking":false,"moves":[["black","E5"],["white","pass"],["black","pass"]],"stones":".XO.X.XO...XO...XO...XO..","taken":{"black":0,"white":0},"dead":["E5"],"owners":"XXOOOXXOOOXXOOOXXOOOXXOOO","score":"W+12.5","objection":null,"count":{"scoring":"territory","black":{"stones":5,"territory":5,"prisoners":0,"tax":0,"komi":0.0,"handicap":0.0,"button":0.0,"total":5.0},"white":{"stones":5,"territory":10,"prisoners":1,"tax":0,"komi":6.5,"handicap":0.0,"button":0.0,"total":17.5}},"result":"W+12.5","would_resign":false,"said":null,"reason":null,"table":[],"numbers":null,"graph":[],"lesson":null,"before":null,"costs":[],"warning":null,"tree":[[null,"E5"],[0,"pass"],[1,"pass"]],"here":2,"clocks":null,"played_like":null},
  {"is":"thinking","visits":10,"win_rate":0.5,"lead":0.25,"spread":8.5,"candidates":[{"at":"C3","visits":9,"win_rate":0.5,"lead":0.25,"prior":0.125,"variation":["C3","pass"]}],"owners":[-0.5,0.0,1.0],"curve":[[-1.0,0.25],[1.0,0.75]]},
  {"is":"danger","number":2,"playouts":1000,"of":20000,"black_wins":0.5,"lead":0.5,"second_opinion":null,"scores":[[-7.0,0.25],[3.5,0.75]],"clusters":[{"low":-7.0,"high":3.5,"score":1.5,"weight":1.0,"critical":[0,50,-100]}],"fights":[{"points":["C3","C4"],"black":[["C3"]],"white":[["C4"]],"place":"centre","worth":9.0,"black_wins":0.5,"fate":"open","second_opinion":0.75,"in_danger":["C3","C4"],"sequence":["pass"],"readings":[{"first":"black","black_wins":0.25,"sequence":["pass"]}]}]},
  {"is":"hint","at":"C3","sentence":"I would play C3."},
  {"is":"games","games":[{"id":"a","begun":1700000000,"size":9,"handicap":0,"captures":null,"moves":3,"black":"Ann","white":"Bo","event":null,"date":"2026-01-31","result":"B+3.5","you":"black","strength":"gentle","goes_on":false,"rank":{"rank":"17k","steps":13.5,"interval":[12.0,15.0],"sentence":"You played like 17 kyu today (18 to 15)."},"review":{"black_lost":0.5,"white_lost":1.5,"mistakes":2}}]},
  {"is":"trouble","text":"It is not your turn."},
  {"is":"explored","number":1,"visits":10,"win_rate":0.5,"lead":0.25,"spread":8.5,"candidates":[{"at":"C3","visits":9,"win_rate":0.5,"lead":0.25,"prior":0.125,"variation":["C3","pass"]}],"owners":[-0.5,0.0,1.0],"curve":[[-1.0,0.25],[1.0,0.75]]},
  {"is":"exercise","exercise":"count","size":7,"moves":["B2"],"stones":"..XO.....XOO....XXO.....XOO..X.XXO..OX.XO.....XO.","last":null,"marks":[],"dead":["B2"],"owners":"XXXOOOOXXXOOOOXXXXOOOXXXXOOOXXXXXOOXXXXXOOXXXXXOO","stage":"solved","comment":"You have 11 stones and 18 points around them: 29. White has 20. You win by 9."},
  {"is":"not-explored","number":2,"text":"C3 is not possible."},
  {"is":"review","id":"c","stage":"none","done":0.0,"game":{"width":5,"height":5,"komi":0.5,"rules":"Chinese","handicap":0,"black":"Ann","white":"Bo","black_rank":"3k","white_rank":null,"result":"B+3","date":null,"event":null,"moves_before":0,"start":".........................","moves":[["black","C3"],["white","B4"]],"comments":[[0,"hello"]],"marks":[{"after":0,"at":"B4","sign":"triangle"},{"after":0,"at":"A5","sign":"label","text":"A"}],"lines":[{"of":null,"after":1,"moves":[["white","D2"]],"comments":[[2,"or"]],"marks":[]}],"warnings":[]},"graph":[],"found":null},
  {"is":"review","id":"c","stage":"done","done":0.0,"game":{"width":5,"height":5,"komi":0.5,"rules":"Chinese","handicap":0,"black":"Ann","white":"Bo","black_rank":"3k","white_rank":null,"result":"B+3","date":null,"event":null,"moves_before":0,"start":".........................","moves":[["black","C3"],["white","B4"]],"comments":[[0,"hello"]],"marks":[{"after":0,"at":"B4","sign":"triangle"},{"after":0,"at":"A5","sign":"label","text":"A"}],"lines":[{"of":null,"after":1,"moves":[["white","D2"]],"comments":[[2,"or"]],"marks":[]}],"warnings":[]},"graph":[],"found":{"game":{"width":5,"height":5,"komi":0.5,"rules":"Chinese","handicap":0,"black":"Ann","white":"Bo","black_rank":"3k","white_rank":null,"result":"B+3","date":null,"event":null,"moves_before":0,"start":".........................","moves":[["black","C3"],["white","B4"]],"comments":[[0,"hello"]],"marks":[{"after":0,"at":"B4","sign":"triangle"},{"after":0,"at":"A5","sign":"label","text":"A"}],"lines":[{"of":null,"after":1,"moves":[["white","D2"]],"comments":[[2,"or"]],"marks":[]}],"warnings":[]},"judge":"network n","positions":[{"win_rate":0.5,"lead":0.5,"best_win_rate":0.5,"best_lead":0.5,"visits":150,"sequence":["C3"]},{"win_rate":0.25,"lead":-4.0,"best_win_rate":0.25,"best_lead":-4.0,"visits":150,"sequence":["D2","pass"]},{"win_rate":0.75,"lead":4.0,"best_win_rate":0.75,"best_lead":4.0,"visits":150,"sequence":[]}],"lost":[0.0,8.0],"mistakes":[{"after":1,"colour":"white","played":"B4","points":8.0,"chance_before":0.25,"chance_after":0.75,"lead_before":-4.0,"lead_after":4.0,"better":["D2"],"answer":["C4"],"reason":{"what":"dies","colour":"white","count":2,"at":"B4"},"is_turning_point":true,"sentence":"Move 2, White B4: After B4, White's two stones around B4 can hardly be saved. D2 was better. An 8 kyu usually sees this. B4 cost 8.0 points: White's win rate fell from 75% to 25%."}],"costly":[{"after":1,"colour":"white","played":"B4","points":8.0,"chance_before":0.25,"chance_after":0.75,"lead_before":-4.0,"lead_after":4.0,"better":["D2"],"answer":["C4"],"reason":{"what":"dies","colour":"white","count":2,"at":"B4"},"is_turning_point":true,"sentence":"Move 2, White B4: After B4, White's two stones around B4 can hardly be saved. D2 was better. An 8 kyu usually sees this. B4 cost 8.0 points: White's win rate fell from 75% to 25%."}],"first":[1],"found":[{"after":0,"rank":"12k","own":0.125,"saved":3.5,"colour":"black","played":"C3","sentence":"Move 1, Black C3: nothing better was found. Few players of 12 kyu find that."}],"fights":[{"place":"upper-left","looks":[{"after":1,"worth":9.0,"chance":0.5,"points":["A5","B5"],"sequence":["A5"]}],"peak":1,"winner":"black","sentence":"Upper left, around move 1: worth about 9 points. It went to Black."}],"players":{"black":{"moves":1,"points_lost":0.0,"agreed":1,"grades":[1,0,0,0]},"white":{"moves":1,"points_lost":8.0,"agreed":0,"grades":[0,0,0,1]}}}},
  {"is":"reviewing","id":"c","done":0.5,"graph":[[0,0.5,0.25]]},
];
