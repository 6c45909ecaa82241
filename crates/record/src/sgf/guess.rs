//! Guesses the character set of a record that does not name it.
//!
//! `chardetng` is good at whole pages, but a record often has two names and a rank and nothing else: four
//! characters that are valid in several character sets. Names, ranks and results use few characters, and
//! these tell the character sets apart.

use chardetng::EncodingDetector;
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, KOI8_U, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252,
};

/// The characters of most names, ranks, results, titles and remarks in Go records.
const SIMPLIFIED: &str = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余\
    潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段柯古聂常时芈连檀牛党洁世力卫\
    平昊晓春祖德清源越韦星昱廷维杰笑鼎新尔豪钰睿羊啸浩文远志伟强华国明建军海峰俊辉小大子一二三四五六七八\
    九十初级业黑中盘胜负和半目数第届轮杯赛决名人天元围棋手合对局战让先贴冠亚全的是不了在有这个上下为也好\
    可以死活打劫提吃";
const TRADITIONAL: &str = "李王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘\
    杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸孔白江史顧侯邵孟龍俊勳元均詩淵正文志明國華建小大子一二三四五六七\
    八九十初段級業餘黑中盤押勝負和半目數第屆輪盃賽決名人天圍棋手合對局戰讓先貼冠軍的是不了在有這個上下為\
    也好可以";
const JAPANESE: &str = "山田井中村小林高大藤本木川口原野上下石加松坂佐伊渡辺羽根直樹張栩敬吾尾紳路光一趙治勲武宮正夫竹英雄海\
    峰栄男沢秀行因坊策芝虎丸力遼許家元河臨介裕太平吉岡橋清水池内安今岩黒白勝負半目押先番互初二三四五六七\
    八九十段級第期回局戦名人棋聖王座天碁院杯決手国立時年月日";
const KOREAN: &str = "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민진나지엄원천방공현함변\
    염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용창호세돌환훈봉수혁철동영상일준단급흑불계\
    승집초삼사칠팔아프로회대결본바둑타젬의는가을를에다";

const EAST_ASIAN: [(&Encoding, &str); 5] =
    [(GBK, SIMPLIFIED), (SHIFT_JIS, JAPANESE), (EUC_KR, KOREAN), (BIG5, TRADITIONAL), (EUC_JP, JAPANESE)];

/// The share of characters beyond ASCII that must be familiar: names have rare ones, but the wrong character
/// set gives hardly any of these.
const ENOUGH: f64 = 0.4;

/// The standard assumes Latin-1 if a file names nothing. But today most such files are UTF-8, and text in
/// another character set is hardly ever valid UTF-8 by chance. Windows-1252 is Latin-1 with the punctuation
/// that such files use, and every byte is valid in it.
pub(super) fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let scores = EAST_ASIAN.map(|(encoding, familiar)| (share(bytes, encoding, familiar), encoding));
    // Of equals, the first.
    let best = scores.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 >= ENOUGH);
    if let Some((_, encoding)) = best {
        return encoding;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(bytes, true);
    let found = detector.guess(None, false);
    // Among the Latin ones, follow the standard.
    let other = [GBK, SHIFT_JIS, EUC_KR, BIG5, EUC_JP, WINDOWS_1251, KOI8_U];
    if other.contains(&found) { found } else { WINDOWS_1252 }
}

/// The share of characters beyond ASCII that are familiar when the bytes are decoded this way.
fn share(bytes: &[u8], encoding: &'static Encoding, familiar: &str) -> f64 {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let (mut all, mut known) = (0.0, 0.0);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        all += 1.0;
        let kana = familiar == JAPANESE && matches!(c, 'ぁ'..='ん' | 'ァ'..='ヶ' | 'ー');
        known += f64::from(u8::from(kana || familiar.contains(c)));
    }
    if all == 0.0 { 0.0 } else { known / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two names, or a name and a rank, none of which went into the tables.
    fn check(encoding: &'static Encoding, records: &[[&str; 2]]) {
        for [black, white] in records {
            let text = format!("(;GM[1]SZ[19]PB[{black}]PW[{white}];B[pd];W[dp])");
            let (bytes, _, lossy) = encoding.encode(&text);
            assert!(!lossy, "{text}");
            assert_eq!(guess(&bytes).name(), encoding.name(), "{text}");
        }
    }

    #[test]
    fn two_names_are_enough() {
        check(
            GBK,
            &[
                ["范蕴若", "李轩豪"],
                ["辜梓豪", "赵晨宇"],
                ["谢科", "童梦成"],
                ["俞斌", "罗洗河"],
                ["邱峻", "彭荃"],
            ],
        );
        check(
            SHIFT_JIS,
            &[["依田紀基", "結城聡"], ["関航太郎", "余正麒"], ["志田達哉", "佐田篤史"], ["木谷実", "呉清源"]],
        );
        check(
            EUC_KR,
            &[["안성준", "이동훈"], ["나현", "김명훈"], ["백홍석", "허영호"], ["온소진", "류동완"]],
        );
        check(BIG5, &[["林立祥", "賴均輔"], ["黃祥任", "楊博崴"]]);
        check(EUC_JP, &[["結城聡", "依田紀基"], ["上野愛咲美", "藤沢里菜"]]);
    }

    #[test]
    fn what_was_read_well_before_still_is() {
        check(UTF_8, &[["范蕴若", "안성준"], ["Müller", "Žurakovskyj"], ["Шикшин", "é"]]);
        check(
            WINDOWS_1252,
            &[
                ["Müller", "André"],
                ["Søren Ødegård", "Jürgen Groß"],
                ["naïve", "±3½ points, 60°"],
                ["C'était une très bonne partie", "à mon avis « décisif »"],
                ["Škoda", "Señor Núñez"],
                ["é", "x"],
            ],
        );
        check(WINDOWS_1251, &[["Илья Шикшин", "Александр Динерштейн"]]);
    }

    /// A name that was cut in the middle of a character must not make us misread all the others.
    #[test]
    fn one_broken_character_is_no_other_character_set() {
        let (bytes, ..) = GBK.encode("(;PB[范蕴若]PW[李轩豪]BR[九段]");
        let cut = [&bytes[..], b"EV[\xb5])"].concat();
        assert_eq!(guess(&cut).name(), "GBK");
    }
}
